import { Segmented } from 'antd'
import { useState } from 'react'
import { addDays, toShanghaiDay } from '#contract/day.ts'
import { llmBills } from '#contract/llm-bills.ts'
import type { ListState } from '#src/admin/resource.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { paths } from '#src/paths.ts'
import { formatDayTick } from '#src/ui/charts/chart-data.ts'
import { StackedBars } from '#src/ui/charts/StackedBars.tsx'
import { formatCount } from '#src/ui/format-count.ts'
import styles from './CallTrend.module.css'
import { buildCallTrend, type CallMeasure, callMeasures, type DaySpan } from './call-trend.ts'

const height = 184
const ranges = [7, 30] as const
/** Bars of more days are too thin to be told apart. */
const maxDays = 92
const tenThousand = 10_000

/** Formats yuan with as many places as the small prices of single calls need. */
const formatCallCost = (yuan: number): string => `¥${yuan >= 1 || yuan === 0 ? yuan.toFixed(2) : Number(yuan.toFixed(6))}`
const formatCountTick = (count: number): string => (count >= tenThousand ? `${count / tenThousand} 万` : String(count))

const formats: Record<CallMeasure, { formatValue: (value: number) => string; formatTick: (value: number) => string }> = {
  cost: { formatValue: formatCallCost, formatTick: formatCallCost },
  tokens: { formatValue: (count) => `${formatCount(count)} 词元`, formatTick: formatCountTick },
  calls: { formatValue: (count) => `${formatCount(count)} 次`, formatTick: formatCountTick },
}

/** Cost, tokens or calls per day of the matching calls: in the days of the filters, or else in the last 7 or 30 days. */
export function CallTrend({ filters }: { filters: ListState['filters'] }) {
  const [measure, setMeasure] = useState<CallMeasure>('cost')
  const [range, setRange] = useState<(typeof ranges)[number]>(30)
  const today = toShanghaiDay(new Date(getServerNow()))
  const fixed = Boolean(filters.from || filters.to)
  const from = fixed ? filters.from : addDays(today, 1 - range)
  const query = { ...filters, ...(from && { from }) }
  const { data = [] } = useEndpoint(llmBills.days, { query }, { keep: true })
  const to = filters.to && filters.to < today ? filters.to : today
  const earliest = addDays(to, 1 - maxDays)
  const since = from ?? data[0]?.day ?? to
  const span: DaySpan = { from: since < earliest ? earliest : since, to }
  const trend = buildCallTrend(data, span, measure, (day) => paths.billApiOf({ ...filters, from: day, to: day }))
  return (
    <div className={styles.trend}>
      <StackedBars
        {...trend}
        {...formats[measure]}
        title={`每天的${callMeasures[measure]}`}
        rowHead="日期"
        height={height}
        formatKey={formatDayTick}
        extra={
          <>
            <Segmented<CallMeasure>
              size="small"
              aria-label="看什么"
              value={measure}
              onChange={setMeasure}
              options={Object.entries(callMeasures).map(([value, label]) => ({ value: value as CallMeasure, label }))}
            />
            {!fixed && (
              <Segmented
                size="small"
                aria-label="看多久"
                value={range}
                onChange={setRange}
                options={ranges.map((days) => ({ value: days, label: `${days} 天` }))}
              />
            )}
          </>
        }
      />
    </div>
  )
}
