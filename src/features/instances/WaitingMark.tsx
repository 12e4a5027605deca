import { Suspense } from 'react'
import { isActionAllowed } from '#contract/instance-actions.ts'
import type { Instance } from '#contract/instances.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const QueueMark = lazyPart(() => import('#src/features/queue/QueueMark.tsx'))

/** The place in the queue of an instance that could boot and waits for cards. */
export function WaitingMark({ instance: { id, status } }: { instance: Pick<Instance, 'id' | 'status'> }) {
  if (!isActionAllowed('start', status)) return null
  return (
    <Suspense fallback={null}>
      <QueueMark instance_id={id} />
    </Suspense>
  )
}
