import { Modal } from 'antd'
import { Link } from 'react-router-dom'
import { type Consumption, consumption, type DaySegment } from '#contract/consumption.ts'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import type { Row } from '#src/admin/row-types.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths, withQuery } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { addMixedSpacing } from '#src/ui/mixed-spacing.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './DaySegments.module.css'

/** One metering segment (an uninterrupted run at one price) with its charges of that day. */
function SegmentCharges({
  segment: { started_at: startedAt, ended_at: endedAt, price_hour: priceHour, image_price_hour: imagePriceHour, charges },
}: {
  segment: DaySegment
}) {
  return (
    <section className={styles.segment}>
      <h3>
        <span>
          {formatTimeExact(startedAt)} 至{endedAt ? ` ${formatTimeExact(endedAt)}` : '现在'}
        </span>
        <span>
          <ToneTag icon={endedAt ? 'check' : 'clock'} tone={endedAt ? 'neutral' : 'success'}>
            {endedAt ? '已结束' : '运行中'}
          </ToneTag>{' '}
          <YuanAmount amount={priceHour} unit="/小时" />
          {imagePriceHour !== '0.00' && `（含镜像 ${imagePriceHour}）`}
        </span>
      </h3>
      <MoneyTable
        caption="这一天的逐笔扣费"
        heads={['结算时间', '计费秒', '金额（元）', '现金（元）', '代金券（元）', '流水号']}
        numbers={1}
        rows={charges.map((charge) => ({
          key: String(charge.from_s),
          cells: [
            formatTimeExact(charge.at),
            `${charge.from_s}–${charge.to_s}`,
            <YuanAmount key="amount" amount={charge.amount} bare />,
            <YuanAmount key="cash" amount={charge.cash} bare />,
            <YuanAmount key="voucher" amount={charge.voucher} bare />,
            charge.transaction_id ? (
              <CopyText key="transaction" text={charge.transaction_id} label="复制流水号" mono>
                …{charge.transaction_id.slice(-8)}
              </CopyText>
            ) : (
              '不足 1 分，未扣'
            ),
          ],
        }))}
      />
    </section>
  )
}

/** The metering behind one line: which seconds ran at which price, and who paid for them. */
export default function DaySegments({ row, onClose }: { row: Row; onClose: () => void }) {
  // rows of this resource have these fields
  const { day, instance_id: instanceId, instance_name: instanceName } = row as unknown as Consumption
  const query = { instance_id: instanceId ?? '', day }
  const { data, error, refetch } = useEndpoint(consumption.segments, { query })
  return (
    <Modal open width={880} title={addMixedSpacing(`${day} ${instanceName}的计费段`)} footer={null} onCancel={onClose}>
      <div className={styles.body}>
        <p className={styles.rule}>
          费用按秒累计，金额 = 单价 × 秒数 ÷ 3600，舍去不足 1
          分的零头并带入下一段。一笔扣费算在它结算的那一天，跨过零点的一段因此分在两天，合计不变。
        </p>
        <AsyncView
          data={data}
          error={error}
          errorTitle="计费段加载失败"
          onRetry={() => void refetch()}
          skeleton={<SkeletonRows rows={4} columns={5} />}
        >
          {(segments) => (
            <>
              {segments.map((segment) => (
                <SegmentCharges key={segment.id} segment={segment} />
              ))}
            </>
          )}
        </AsyncView>
        <p className={styles.ways}>
          <Link to={withQuery(paths.incomeDetail, { keyword: query.instance_id, from: day, to: day })} onClick={onClose}>
            查看当天的收支明细
          </Link>
          <Link to={paths.consumptionOf({ instance_id: query.instance_id })} onClick={onClose}>
            查看这台实例的全部消费
          </Link>
        </p>
      </div>
    </Modal>
  )
}
