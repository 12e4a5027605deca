import { Link } from 'react-router-dom'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './EventList.module.css'
import type { Overview } from './use-overview.ts'

const actorNames = { user: '用户', operator: '平台运营', system: '系统' } as const

/** What happened last, newest first. */
export function EventList({ events }: { events: Overview['events'] }) {
  return (
    <PagePanel title="最近发生" flush>
      <ol className={styles.list}>
        {events.map((event) => (
          <li key={event.id}>
            <TimeText at={event.at} />
            <Link className={styles.name} to={paths.containerInstanceTab(event.instance_id, 'events')}>
              {event.instance_name}
            </Link>
            <span className={styles.what}>
              {event.title}
              {event.detail && <small>{event.detail}</small>}
            </span>
            <span className={styles.actor}>{actorNames[event.actor]}</span>
          </li>
        ))}
      </ol>
    </PagePanel>
  )
}
