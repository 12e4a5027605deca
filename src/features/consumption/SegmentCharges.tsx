import type { DaySegment } from '#contract/consumption.ts'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { Tag } from '#src/ui/ToneTag.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './DaySegments.module.css'

/** One unbroken run at one price, with those of its charges that fall on the day. */
export function SegmentCharges({
  segment: { started_at, ended_at, price_hour, image_price_hour, charges },
}: {
  segment: DaySegment
}) {
  return (
    <section className={styles.segment}>
      <h3>
        <span>
          {formatTimeExact(started_at)} 至 {ended_at ? formatTimeExact(ended_at) : '现在'}
        </span>
        <span>
          <Tag icon={ended_at ? 'check' : 'clock'} tone={ended_at ? 'neutral' : 'success'}>
            {ended_at ? '已结束' : '运行中'}
          </Tag>{' '}
          <Yuan amount={price_hour} unit="/小时" />
          {image_price_hour !== '0.00' && `（含镜像 ${image_price_hour}）`}
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
            <Yuan key="amount" amount={charge.amount} bare />,
            <Yuan key="cash" amount={charge.cash} bare />,
            <Yuan key="voucher" amount={charge.voucher} bare />,
            charge.transaction_id ?? '不足 1 分，未扣',
          ],
        }))}
      />
    </section>
  )
}
