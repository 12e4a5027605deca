import { formatTimeExact } from '#src/ui/format-time.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { lookOfStatus } from '#src/ui/status-styles.ts'
import { Tag } from '#src/ui/ToneTag.tsx'
import styles from './Events.module.css'
import { actors, type TimelineEvent, whyOf } from './event-text.ts'

const icons: Record<TimelineEvent['actor'], IconName> = { user: 'user', operator: 'id_card', system: 'chip' }

/** One event: when, who, what became of it, and why. */
export function EventItem({ event }: { event: TimelineEvent }) {
  const why = whyOf(event)
  const look = event.status === null ? null : lookOfStatus(event.status)
  return (
    <li className={styles.event} data-actor={event.actor}>
      <time dateTime={event.at} title="北京时间">
        {formatTimeExact(event.at)}
      </time>
      <span className={styles.actor}>
        <Icon name={icons[event.actor]} />
        {actors[event.actor]}
      </span>
      <span className={styles.what}>
        <strong>{event.title}</strong>
        {why && <span className={styles.why}>{why}</span>}
      </span>
      {look && look.word !== event.title && (
        <span className={styles.status}>
          <Tag tone={look.tone}>{look.word}</Tag>
        </span>
      )}
    </li>
  )
}
