import { useState } from 'react'
import { status_codes } from '#contract/instance-actions.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import type { MonitorView } from './monitor-view.ts'
import { type Asked, useMonitor } from './use-monitor.ts'

const still: readonly number[] = [status_codes.shut_down, status_codes.abnormal]

/** The charts of a view: its whole time, followed while it goes on, and its part that is drawn large. */
export function useFollowed(instance: InstanceDetail, view: MonitorView, open: boolean) {
  const [live, setLive] = useState(true)
  const goes_on = view.range !== null && !still.includes(instance.status)
  const asked: Asked = view.range ? { range: view.range } : (view.custom ?? { range: '1h' })
  const whole = useMonitor(instance.id, asked, goes_on && live && open)
  const part = useMonitor(instance.id, view.zoom ?? asked, false, view.zoom !== null)
  return { whole, shown: view.zoom ? part : whole, live: goes_on ? live : null, setLive }
}
