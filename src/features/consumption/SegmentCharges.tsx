import type { DaySegment } from '#contract/consumption.ts'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './DaySegments.module.css'

/** One unbroken run at one price, with those of its charges that fall on the day. */
export function SegmentCharges({
  segment: { started_at: startedAt, ended_at: endedAt, price_hour: priceHour, image_price_hour: imagePriceHour, charges },
}: {
  segment: DaySegment
}) {
  return (
    <section className={styles.segment}>
      <h3>
        <span>
          {formatTimeExact(startedAt)} 至 {endedAt ? formatTimeExact(endedAt) : '现在'}
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
            charge.transaction_id ?? '不足 1 分，未扣',
          ],
        }))}
      />
    </section>
  )
}
