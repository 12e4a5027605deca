import { type QueueEntry, queue } from '#contract/queue.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { useAction } from '#src/admin/use-action.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { cancelQueueEffect } from './cancel-effect.ts'
import styles from './QueueMark.module.css'
import { formatQueuePlace } from './queue-text.ts'
import { useQueueEntryOf } from './use-queue.ts'

/** Leaves the queue after a confirmation. */
function useCancelQueue(): (entry: Pick<QueueEntry, 'id' | 'name'>) => void {
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

function OwnMark({ entry }: { entry: QueueEntry }) {
  const cancel = useCancelQueue()
  return (
    <span className={styles.mark} data-held={entry.held}>
      <span className={styles.place}>
        <Icon name={entry.held ? 'warning' : 'clock'} />
        <span>排队中 {formatQueuePlace(entry)}</span>
      </span>
      <button type="button" className={styles.cancel} aria-label={`取消排队 ${entry.name}`} onClick={() => cancel(entry)}>
        取消排队
      </button>
    </span>
  )
}

/** Shows 排队中 第 3 位 · 预计约 20 分钟 for an instance that waits to boot; renders nothing for other instances. */
export default function QueueMark({ instance_id: instanceId }: { instance_id: string }) {
  const entry = useQueueEntryOf(instanceId)
  return entry ? <OwnMark entry={entry} /> : null
}
