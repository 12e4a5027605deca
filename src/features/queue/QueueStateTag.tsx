import { type QueueEntry, queueStates, type QueueState as State } from '#contract/queue.ts'
import { formatQueuePlace } from '#src/features/queue/queue-text.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Tone } from '#src/ui/status-styles.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './QueueStateTag.module.css'

const statusStyles: Record<State, { icon: IconName; tone: Tone }> = {
  waiting: { icon: 'clock', tone: 'primary' },
  done: { icon: 'check', tone: 'success' },
  cancelled: { icon: 'close', tone: 'neutral' },
  failed: { icon: 'warning', tone: 'danger' },
}

/** The place and how long, or what became of it and why. */
export const formatQueueDetail = (entry: QueueEntry): string =>
  entry.state === 'waiting' ? formatQueuePlace(entry) : (entry.reason ?? '')

export function QueueStateTag({ entry }: { entry: QueueEntry }) {
  const { icon, tone } = statusStyles[entry.state]
  const more = formatQueueDetail(entry)
  return (
    <>
      <ToneTag icon={icon} tone={entry.held ? 'warning' : tone}>
        {queueStates[entry.state]}
      </ToneTag>
      {more && <span className={styles.more}>{more}</span>}
    </>
  )
}
