import type { MoneyForecast } from '#contract/consumption.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { formatYuanTick, formatYuanValue } from '#src/ui/charts/chart-yuan.ts'
import { Lines } from '#src/ui/charts/Lines.tsx'
import { computeRunway } from './runway-rows.ts'

/** `2026-11-26 04:05` → `26 日 4 时`, short enough for an axis. */
const formatHourTick = (key: string) => `${Number(key.slice(8, 10))} 日 ${Number(key.slice(11, 13))} 时`

/** The money as a dashed line down to the day it ends. Renders nothing if nothing is spent. */
export default function BalanceRunway({ forecast, height }: { forecast: MoneyForecast; height: number }) {
  const runway = computeRunway(forecast, getServerNow())
  if (!runway) return null
  return (
    <Lines
      title="可用额度的预计变化"
      rowHead="时间"
      series={['可用额度']}
      rows={runway.rows}
      formatValue={formatYuanValue}
      formatTick={formatYuanTick}
      formatKey={(key) => (runway.byDay ? key.slice(5, 10) : formatHourTick(key))}
      height={height}
      area
      forecastFrom={runway.rows[0]!.key}
      marks={runway.mark ? [runway.mark] : []}
    />
  )
}
