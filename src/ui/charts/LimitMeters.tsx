import styles from './LimitMeters.module.css'
import { MeterBar } from './MeterBar.tsx'

/** Percent of a limit from which the bar warns. */
const nearlyUsed = 90

export interface LimitMeter {
  name: string
  used: number
  limit: number
  words: string
}

const computePercent = ({ used, limit }: LimitMeter): number => (limit > 0 ? (used / limit) * 100 : 100)

function chooseTone(meter: LimitMeter) {
  if (meter.used > meter.limit) return 'danger'
  return computePercent(meter) >= nearlyUsed ? 'warning' : 'plain'
}

/** Limits as bars of what is used of each, with what else is to be said in words. */
export const LimitMeters = ({ meters, note }: { meters: readonly LimitMeter[]; note?: string }) => (
  <div className={styles.limits}>
    {meters.map((meter) => (
      <div key={meter.name} className={styles.meter}>
        <span>{meter.name}</span>
        <span>{meter.words}</span>
        <MeterBar
          slim
          parts={[{ name: meter.name, percent: computePercent(meter) }]}
          label={`${meter.name} ${meter.words}`}
          tone={chooseTone(meter)}
        />
      </div>
    ))}
    {note && <small>{note}</small>}
  </div>
)
