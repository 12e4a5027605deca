import { lazyPart } from '#src/ui/lazy-part.tsx'

export { JoinQueue } from './JoinQueue.tsx'
export { useOwnQueue } from './use-queue.ts'
export const QueueLink = lazyPart(() => import('./QueueLink.tsx'))
export const QueueMark = lazyPart(() => import('./QueueMark.tsx'))
