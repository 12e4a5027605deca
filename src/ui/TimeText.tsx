import { formatTime, formatTimeExact } from './format-time.ts'
import styles from './TimeText.module.css'

/** Shows a time in Beijing time, with seconds on hover. `null` shows a dash. */
export function TimeText({ at, none = '—' }: { at: string | null; none?: string }) {
  if (!at) return <span className={styles.none}>{none}</span>
  return (
    <time className={styles.time} dateTime={at} title={`${formatTimeExact(at)}（北京时间）`}>
      {formatTime(at)}
    </time>
  )
}
