import type { LostConnection } from '#src/api/event-stream.ts'
import { liveStream } from '#src/session/live-stream.ts'
import { formatTime } from '#src/ui/format-time.ts'
import styles from './ConnectionLostStrip.module.css'

/** `14:05`, with the day where it was another. */
const sinceText = (since: number): string => {
  const [day, time] = formatTime(new Date(since).toISOString()).split(' ')
  const today = formatTime(new Date().toISOString()).startsWith(`${day}`)
  return today ? `${time}` : `${day} ${time}`
}

/** Says that what is shown is not kept current, since when, and what can be done about it. */
export function ConnectionLostStrip({ lost }: { lost: LostConnection | null }) {
  return (
    <div aria-live="polite" className={styles.place}>
      {lost && (
        <p className={styles.strip}>
          <i className={styles.dot} />
          <span>
            {lost.ended ? '连接已断开，已停止自动重连' : '连接已断开，正在重连'}
            <span className={styles.since}> · 数据截至 {sinceText(lost.since)}</span>
          </span>
          <button type="button" className={styles.button} onClick={liveStream.reconnect}>
            立即重连
          </button>
        </p>
      )}
    </div>
  )
}
