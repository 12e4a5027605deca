import { Suspense } from 'react'
import { isActionAllowed } from '#contract/instance-actions.ts'
import type { Instance } from '#contract/instances.ts'
import { QueueMark } from '#src/features/queue/shared.ts'

/** Queue position of an instance that is waiting for free cards to boot. */
export function WaitingMark({ instance: { id, status } }: { instance: Pick<Instance, 'id' | 'status'> }) {
  if (!isActionAllowed('start', status)) return null
  return (
    <Suspense fallback={null}>
      <QueueMark instance_id={id} />
    </Suspense>
  )
}
