import type { Instance } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { computeRelease } from '#src/features/wallet/shared.ts'
import { MeterBar } from '#src/ui/charts/MeterBar.tsx'
import { formatTime } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './RetentionMeter.module.css'

const dayMs = 86_400_000
const { releaseDays, releaseNoticeDays } = limits

/** Days on which the owner is told, as places on the way. */
const noticeMarks = releaseNoticeDays.map((day) => ({ percent: (100 * day) / releaseDays, name: `第 ${day} 天通知`, day }))

interface Props {
  instance: Pick<Instance, 'release_at'>
  /** Adds the scale and the date, for the page of the instance. */
  detailed?: boolean
}

/** How much of the time that a stopped instance is kept has passed; renders nothing while it is kept without an end. */
export function RetentionMeter({ instance: { release_at: releaseAt }, detailed = false }: Props) {
  const now = getServerNow()
  const release = computeRelease(releaseAt, now)
  if (!releaseAt || !release) return null
  const passed = 100 - (100 * (Date.parse(releaseAt) - now)) / (releaseDays * dayMs)
  return (
    <div className={styles.retention} data-detailed={detailed}>
      <span className={styles.words} data-tone={release.soon ? 'warning' : 'neutral'}>
        <Icon name="clock" />
        <span>{release.text}</span>
        {detailed && <span className={styles.date}>{formatTime(releaseAt)}</span>}
      </span>
      <MeterBar
        parts={[{ name: '已关机', percent: passed }]}
        label={`关机后数据保留 ${releaseDays} 天，${release.text}`}
        marks={noticeMarks}
        tone={release.soon ? 'warning' : 'plain'}
        slim={!detailed}
      />
      {detailed && (
        <p className={styles.scale}>
          <span>提前通知你</span>
          {noticeMarks.map(({ percent, day }) => (
            <span key={day} className={styles.day} style={{ insetInlineStart: `${percent}%` }}>
              {day} 天
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
