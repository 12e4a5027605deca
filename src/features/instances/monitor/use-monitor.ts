import { type MonitorRange, monitor, monitorSampleSeconds } from '#contract/monitor.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import type { TimeSpan } from './monitor-view.ts'

export type MonitorQuery = { range: MonitorRange } | TimeSpan

/** The charts of an instance; asked for again with every sample while they are followed. */
export function useMonitor(id: string, asked: MonitorQuery, follow: boolean, enabled = true) {
  const query = 'range' in asked ? asked : { from: new Date(asked.from).toISOString(), to: new Date(asked.to).toISOString() }
  // Another time is drawn in the place of this one, not after a blank; another instance is another page.
  return useEndpoint(
    monitor.read,
    { params: { id }, query },
    { keep: true, every: follow ? monitorSampleSeconds * 1000 : false, enabled },
  )
}
