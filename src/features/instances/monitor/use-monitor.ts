import { useState } from 'react'
import { instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { type MonitorSpan, monitor, monitorSampleSeconds } from '#contract/monitor.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { stoppedStatuses } from '#src/features/instances/instance-text.ts'
import type { MonitorView, TimeSpan } from './monitor-view.ts'

type MonitorQuery = { range: MonitorSpan } | { from: string; to: string }

const toQuery = ({ from, to }: TimeSpan): MonitorQuery => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })

/** Loads the chart data of an instance; refetched at each sample while it is followed. */
const useMonitor = (id: string, query: MonitorQuery, follow: boolean, enabled = true) =>
  // A new time span keeps the old charts until its data arrives; a different instance starts empty.
  useEndpoint(
    monitor.read,
    { params: { id }, query },
    { keep: true, every: follow ? monitorSampleSeconds * 1000 : false, enabled },
  )

/** Loads the data of a view: the whole time, polled while it is live, and the zoomed part. */
export function useFollowedMonitor(instance: InstanceDetail, view: MonitorView, open: boolean) {
  const [live, setLive] = useState(true)
  const goesOn = view.range !== null && !stoppedStatuses.includes(instance.status)
  const asked: MonitorQuery = view.custom ? toQuery(view.custom) : { range: view.range ?? 'run' }
  const whole = useMonitor(instance.id, asked, goesOn && live && open)
  const part = useMonitor(instance.id, view.zoom ? toQuery(view.zoom) : asked, false, view.zoom !== null)
  return { whole, shown: view.zoom ? part : whole, live: goesOn ? live : null, setLive }
}

/** Data of a live view is of another moment every 15 seconds; the past of the compared one is not kept. */
const comparedKeptMs = 30_000

/** Loads the data of the instance to compare with, over the time that is shown of the first. */
export function useComparedMonitor(id: string | null, shown: { from: string; to: string } | undefined) {
  const query = shown && { from: shown.from, to: shown.to }
  const sent = { params: { id: id ?? '' }, query: query ?? {} }
  return useEndpoint(monitor.read, sent, {
    keep: (before) => before.params?.id === id,
    gcTime: comparedKeptMs,
    enabled: id !== null && query !== undefined,
  })
}

/** Loads the other instances of the user, once they are asked for. */
export function useOtherInstances(id: string, enabled: boolean) {
  const { data, isLoading } = useEndpoint(instances.list, { query: { page_size: limits.pageSizeMax } }, { enabled })
  return { others: data?.filter((other) => other.id !== id), isLoading }
}
