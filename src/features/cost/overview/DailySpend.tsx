import { paths } from '#src/paths.ts'
import { formatDayTick } from '#src/ui/charts/chart-data.ts'
import { formatYuanTick, formatYuanValue } from '#src/ui/charts/chart-yuan.ts'
import { StackedBars } from '#src/ui/charts/StackedBars.tsx'
import type { CostOverview } from './use-cost-overview.ts'

type Day = CostOverview['days'][number]

/** Daily spending: usage with one-off payments stacked on top; a day opens its rows. */
export const DailySpend = ({ days }: { days: readonly Day[] }) => (
  <StackedBars
    title="近 30 天每天的消费"
    rowHead="日期"
    series={['按量扣费', '订单与其他，已减去退款']}
    rows={days.map(({ day, usage, orders }) => ({
      key: day,
      values: [Number(usage), Number(orders)],
      to: paths.consumptionOf({ day }),
    }))}
    formatValue={formatYuanValue}
    formatTick={formatYuanTick}
    formatKey={formatDayTick}
    height={240}
  />
)
