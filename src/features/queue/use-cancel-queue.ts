import { type QueueEntry, queue } from '#contract/queue.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { useAction } from '#src/admin/use-action.ts'
import { cancelQueueEffect } from './cancel-effect.ts'

/** Asks, then leaves the queue. */
export function useCancelQueue(): (entry: Pick<QueueEntry, 'id' | 'name'>) => void {
  const ask = useConfirmDialogs()
  const { run } = useAction(queue.cancel)
  return ({ id, name }) =>
    void ask.confirm({
      title: `取消排队「${name}」`,
      content: cancelQueueEffect,
      okText: '取消排队',
      cancelText: '继续排队',
      onOk: () => run({ params: { id } }),
    })
}
