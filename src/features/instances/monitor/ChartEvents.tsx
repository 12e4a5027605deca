import type { MonitorEvent } from '#contract/monitor.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import styles from './Monitor.module.css'
import { formatMoment } from './time-ticks.ts'

const eventIcons: Record<MonitorEvent['kind'], IconName> = {
  start: 'play',
  stop: 'power',
  failure: 'warning',
  price: 'receipt',
}
const shownMax = 8

/** What happened in the time shown, newest first; the charts mark each with a line. */
export function ChartEvents({ events }: { events: readonly MonitorEvent[] }) {
  if (events.length === 0) return null
  const shown = events.slice(-shownMax).reverse()
  return (
    <ul className={styles.events} aria-label="这段时间里的事件">
      {shown.map(({ at, kind, title }) => (
        <li key={`${at}${title}`} data-kind={kind}>
          <Icon name={eventIcons[kind]} />
          <time dateTime={at}>{formatMoment(Date.parse(at), 60)}</time>
          {title}
        </li>
      ))}
      {events.length > shown.length && <li>还有 {events.length - shown.length} 个更早的事件</li>}
    </ul>
  )
}
