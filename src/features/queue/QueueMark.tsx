import { Icon } from '#src/ui/Icon.tsx'
import styles from './QueueMark.module.css'
import { formatQueuePlace } from './queue-text.ts'
import { useCancelQueue } from './use-cancel-queue.ts'
import { useOwnQueue } from './use-queue.ts'

/** 排队中 第 3 位 · 预计约 20 分钟, beside an instance that waits for its boot; nothing beside any other. */
export default function QueueMark({ instance_id: instanceId }: { instance_id: string }) {
  const entry = useOwnQueue()?.find((one) => one.instance_id === instanceId)
  const cancel = useCancelQueue()
  if (!entry) return null
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
