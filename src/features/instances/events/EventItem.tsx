import { formatTimeExact } from '#src/ui/format-time.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { getStatusStyle } from '#src/ui/status-styles.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './Events.module.css'
import { actorLabels, formatEventReason, type TimelineEvent } from './event-text.ts'

const icons: Record<TimelineEvent['actor'], IconName> = { user: 'user', operator: 'id_card', system: 'chip' }

/** One event: when, who, what became of it, and why. */
export function EventItem({ event }: { event: TimelineEvent }) {
  const why = formatEventReason(event)
  const look = event.status === null ? null : getStatusStyle(event.status)
  return (
    <li className={styles.event} data-actor={event.actor}>
      <time dateTime={event.at} title="北京时间">
        {formatTimeExact(event.at)}
      </time>
      <span className={styles.actor}>
        <Icon name={icons[event.actor]} />
        {actorLabels[event.actor]}
      </span>
      <span className={styles.what}>
        <strong>{event.title}</strong>
        {why && <span className={styles.why}>{why}</span>}
      </span>
      {look && look.word !== event.title && (
        <span className={styles.status}>
          <ToneTag tone={look.tone}>{look.word}</ToneTag>
        </span>
      )}
    </li>
  )
}
