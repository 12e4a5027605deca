import type { ReactNode } from 'react'
import styles from './MeterBar.module.css'

interface Part {
  name: string
  percent: number
  /** Hatches the part: taken, but not used yet. */
  hatched?: boolean
  /** Figure in the legend, which names all parts once one has a figure. */
  value?: ReactNode
}

interface Props {
  /** Parts in percent of the whole, in order; what they leave is free. */
  parts: readonly Part[]
  /** What it shows, in words with its figures: 已用 12.5 GB，共 20 GB. */
  label: string
  /** Moments on the way, in percent: notices before a release. */
  marks?: readonly { percent: number; name: string }[]
  tone?: 'plain' | 'warning' | 'danger'
  /** Half as high, for a row of a list. */
  slim?: boolean
}

/** Bar of what is used of a whole: time of a package, a budget, storage by type. The label names the figures. */
export function MeterBar({ parts, label, marks = [], tone = 'plain', slim = false }: Props) {
  const bar = (
    <div className={styles.track} data-tone={tone} data-slim={slim} role="img" aria-label={label} title={label}>
      {parts.map(({ name, percent, hatched = false }) => (
        <span
          key={name}
          className={styles.part}
          data-hatched={hatched}
          style={{ inlineSize: `${Math.min(100, Math.max(0, percent))}%` }}
        />
      ))}
      {marks.map(({ percent, name }) => (
        <i key={name} className={styles.mark} title={name} style={{ insetInlineStart: `${percent}%` }} />
      ))}
    </div>
  )
  if (parts.every(({ value }) => value === undefined)) return bar
  return (
    <div className={styles.figure} data-tone={tone}>
      {bar}
      <ul className={styles.legend}>
        {parts.map(({ name, hatched = false, value }) => (
          <li key={name} className={styles.part} data-hatched={hatched}>
            {name} {value}
          </li>
        ))}
      </ul>
    </div>
  )
}
