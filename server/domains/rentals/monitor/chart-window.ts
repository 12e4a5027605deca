import { type MonitorSpan, monitorRanges, monitorRetentionSeconds, runRangeMinSeconds } from '#contract/monitor.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

/** Allowed clock difference of a caller before a time counts as in the future or as expired. */
const skewMs = { ahead: 60_000, behind: 3_600_000 }

export interface ChartQuery {
  range?: MonitorSpan | undefined
  from?: string | undefined
  to?: string | undefined
}

interface Run {
  started_at: Date | null
  stopped_at: Date | null
}

/** Returns the time of a run, as far as its samples are kept; undefined if nothing has run, or not since then. */
function findRunTime({ started_at: startedAt, stopped_at: stoppedAt }: Run, now: Date): { from: Date; to: Date } | undefined {
  const ended = startedAt && stoppedAt && stoppedAt > startedAt
  const to = ended ? stoppedAt : now
  const oldest = now.getTime() - monitorRetentionSeconds * 1000
  if (!startedAt || to.getTime() <= oldest) return undefined
  const longest = to.getTime() - runRangeMinSeconds * 1000
  return { from: new Date(Math.max(oldest, Math.min(startedAt.getTime(), longest))), to }
}

/** Parses the requested time range, which ends now at the latest. Throws at the invalid field. */
export function parseChartTime({ range, from, to }: ChartQuery, run: Run, now: Date): { from: Date; to: Date } {
  if (range && (from || to)) throw createFieldRefusal('invalid', 'range', '固定范围与起止时间只能选一种')
  if (!from && !to) {
    const fixed = range === undefined || range === 'run' ? '1h' : range
    const whole = { from: new Date(now.getTime() - monitorRanges[fixed] * 1000), to: now }
    return range === 'run' ? (findRunTime(run, now) ?? whole) : whole
  }
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
