import { type MonitorRange, monitorRanges, monitorRetentionSeconds } from '#contract/monitor.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

/** Allowed clock difference of a caller before a time counts as in the future or as expired. */
const skewMs = { ahead: 60_000, behind: 3_600_000 }

export interface ChartQuery {
  range?: MonitorRange | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Parses the requested time range, which ends now at the latest. Throws at the invalid field. */
export function parseChartTime({ range, from, to }: ChartQuery, now: Date): { from: Date; to: Date } {
  if (range && (from || to)) throw createFieldRefusal('invalid', 'range', '固定范围与起止时间只能选一种')
  if (!from && !to) return { from: new Date(now.getTime() - monitorRanges[range ?? '1h'] * 1000), to: now }
  if (!from) throw createFieldRefusal('invalid', 'from', '请选择开始时间')
  if (!to) throw createFieldRefusal('invalid', 'to', '请选择结束时间')
  const [begin, end] = [new Date(from), new Date(to)]
  if (begin >= end) throw createFieldRefusal('invalid', 'to', '结束时间须晚于开始时间')
  if (end.getTime() > now.getTime() + skewMs.ahead) throw createFieldRefusal('invalid', 'to', '结束时间不能晚于现在')
  const keptMs = monitorRetentionSeconds * 1000
  if (end.getTime() - begin.getTime() > keptMs) throw createFieldRefusal('invalid', 'from', '时间范围最长 30 天')
  if (begin.getTime() < now.getTime() - keptMs - skewMs.behind)
    throw createFieldRefusal('invalid', 'from', '监控数据只保留最近 30 天')
  // An end slightly ahead of our clock must not invert the range.
  return end <= now ? { from: begin, to: end } : { from: new Date(Math.min(begin.getTime(), now.getTime() - 1000)), to: now }
}
