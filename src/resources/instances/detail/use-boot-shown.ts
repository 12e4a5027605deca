import { useState } from 'react'
import { status_codes as s } from '#contract/instance-actions.ts'
import type { InstanceDetail } from './instance-detail.ts'

/** Whether the steps of a boot stand at the top of the page: while it boots, and where a step failed. */
export function useBootShown({ status, steps }: Pick<InstanceDetail, 'status' | 'steps'>): boolean {
  const boots = status === s.creating || status === s.starting
  const failed = status === s.abnormal && steps.some(({ state }) => state === 'error')
  const [watched, setWatched] = useState(boots)
  if (boots && !watched) setWatched(true)
  // Steps that were watched stay when they are done: the page does not move under the hand that goes for the terminal.
  return boots || failed || (watched && status === s.running)
}
