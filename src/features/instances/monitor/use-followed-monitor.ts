import { useState } from 'react'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import type { MonitorView } from './monitor-view.ts'
import { type MonitorQuery, useMonitor } from './use-monitor.ts'

const stoppedStatuses: readonly number[] = [instanceStatusCodes.shut_down, instanceStatusCodes.abnormal]

/** The charts of a view: its whole time, followed while it goes on, and its part that is drawn large. */
export function useFollowedMonitor(instance: InstanceDetail, view: MonitorView, open: boolean) {
  const [live, setLive] = useState(true)
  const goesOn = view.range !== null && !stoppedStatuses.includes(instance.status)
  const asked: MonitorQuery = view.range ? { range: view.range } : (view.custom ?? { range: '1h' })
  const whole = useMonitor(instance.id, asked, goesOn && live && open)
  const part = useMonitor(instance.id, view.zoom ?? asked, false, view.zoom !== null)
  return { whole, shown: view.zoom ? part : whole, live: goesOn ? live : null, setLive }
}
