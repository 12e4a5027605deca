import { type QueueEntry, queue_states, type QueueState as State } from '#contract/queue.ts'
import { placeText } from '#src/features/queue/queue-text.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Tone } from '#src/ui/status-styles.ts'
import { Tag } from '#src/ui/ToneTag.tsx'
import styles from './QueueStateTag.module.css'

const looks: Record<State, { icon: IconName; tone: Tone }> = {
  waiting: { icon: 'clock', tone: 'primary' },
  done: { icon: 'check', tone: 'success' },
  cancelled: { icon: 'close', tone: 'neutral' },
  failed: { icon: 'warning', tone: 'danger' },
}

/** The place and how long, or what became of it and why. */
export const moreOf = (entry: QueueEntry): string => (entry.state === 'waiting' ? placeText(entry) : (entry.reason ?? ''))

export function QueueState({ entry }: { entry: QueueEntry }) {
  const { icon, tone } = looks[entry.state]
  const more = moreOf(entry)
  return (
    <>
      <Tag icon={icon} tone={entry.held ? 'warning' : tone}>
        {queue_states[entry.state]}
      </Tag>
      {more && <span className={styles.more}>{more}</span>}
    </>
  )
}
