import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { SpendBasis, SpreadPackage } from '#contract/consumption.ts'
import { formatFenAsYuan, parseYuanToFen, sumAmounts } from '#contract/money.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { formatSpreadNote, SpendBasisSwitch, spendBasisNames } from '#src/features/cost/SpendBasisSwitch.tsx'
import { paths } from '#src/paths.ts'
import { formatDayTick } from '#src/ui/charts/chart-data.ts'
import { formatYuanTick, formatYuanValue } from '#src/ui/charts/chart-yuan.ts'
import { StackedBars } from '#src/ui/charts/StackedBars.tsx'
import { formatTime } from '#src/ui/format-time.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './DailySpend.module.css'
import type { CostOverview } from './use-cost-overview.ts'

type Day = CostOverview['days'][number]

/** Series of each basis; a day sums to what the ledger took, or to what was used. */
const basisSeries: Record<SpendBasis, { name: string; amountOf: (day: Day) => string }[]> = {
  paid: [
    { name: '按量扣费', amountOf: ({ usage }) => usage },
    { name: '订单与其他，已减去退款', amountOf: ({ orders }) => orders },
  ],
  used: [
    { name: '按量扣费', amountOf: ({ usage }) => usage },
    { name: '套餐折算', amountOf: ({ packages }) => packages },
    { name: '滞纳金', amountOf: ({ late_fees: lateFees }) => lateFees },
  ],
}

/** Daily spending, stacked; a day opens its rows. */
function DailyBars({ days, basis }: { days: readonly Day[]; basis: SpendBasis }) {
  const series = basisSeries[basis].filter(
    ({ name, amountOf }) => name !== '滞纳金' || days.some((day) => Number(amountOf(day)) !== 0),
  )
  return (
    <StackedBars
      title={`近 30 天每天的消费，${spendBasisNames[basis]}`}
      rowHead="日期"
      series={series.map(({ name }) => name)}
      rows={days.map((day) => {
        const note = basis === 'used' ? formatSpreadNote(day.packages) : undefined
        return {
          key: day.day,
          values: series.map(({ amountOf }) => Number(amountOf(day))),
          to: paths.consumptionOf({ day: day.day }),
          ...(note && { note }),
        }
      })}
      formatValue={formatYuanValue}
      formatTick={formatYuanTick}
      formatKey={formatDayTick}
      height={240}
    />
  )
}

/** The packages behind the spread part of the days; each opens its order. */
function SpreadPackages({ packages }: { packages: readonly SpreadPackage[] }) {
  const total = formatFenAsYuan(sumAmounts(packages.map(({ used }) => parseYuanToFen(used))))
  return (
    <details className={styles.packages}>
      <summary>
        折算了 {packages.length} 笔套餐订单，这 30 天里共 <YuanAmount amount={total} />
      </summary>
      <MoneyTable
        caption="折算到近 30 天的套餐订单"
        heads={['套餐订单', '开始', '结束', '付款减退款（元）', '折算到这 30 天（元）']}
        numbers={3}
        rows={packages.map(({ order_id: orderId, name, from, to, amount, used }) => ({
          key: orderId,
          cells: [
            <Link key="order" to={paths.myOrder(orderId)}>
              {name}
            </Link>,
            formatTime(from),
            formatTime(to),
            <YuanAmount key="amount" amount={amount} bare />,
            <YuanAmount key="used" amount={used} bare />,
          ],
        }))}
      />
    </details>
  )
}

/** Each day's spending as it was used or as it was paid; without packages both are the same. */
export function DailySpend({ overview: { days, packages, used, total } }: { overview: CostOverview }) {
  const [chosen, setChosen] = useState<SpendBasis>('used')
  const differs = packages.length > 0
  const basis = differs ? chosen : 'paid'
  return (
    <PagePanel
      title={differs ? `每天的消费（${spendBasisNames[basis]}）` : '每天的消费'}
      extra={<Link to={paths.consumption}>查看消费明细</Link>}
    >
      {differs && (
        <div className={styles.basis}>
          <p>
            近 30 天{spendBasisNames[basis]} <YuanAmount amount={basis === 'used' ? used : total} />
            {basis === 'used'
              ? '：套餐的价钱均摊到买下的时间，只算到现在，退掉的部分不摊。'
              : '：套餐的价钱都算在付款那一天，和消费明细相同。'}
          </p>
          <SpendBasisSwitch value={basis} onChange={setChosen} />
        </div>
      )}
      <DailyBars days={days} basis={basis} />
      {basis === 'used' && <SpreadPackages packages={packages} />}
    </PagePanel>
  )
}
