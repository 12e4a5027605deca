import { Suspense } from 'react'
import { isActionAllowed } from '#contract/instance-actions.ts'
import type { Instance } from '#contract/instances.ts'
import { QueueMark } from '#src/features/queue/shared.ts'

/** The place in the queue of an instance that could boot and waits for cards. */
export function WaitingMark({ instance: { id, status } }: { instance: Pick<Instance, 'id' | 'status'> }) {
  if (!isActionAllowed('start', status)) return null
  return (
    <Suspense fallback={null}>
      <QueueMark instance_id={id} />
    </Suspense>
  )
}
