import type { ReactNode } from 'react'
import styles from './Ring.module.css'

const radius = 20
const length = 2 * Math.PI * radius

interface Props {
  /** Parts of the whole in percent, largest first; what they leave is free. */
  parts: readonly { name: string; percent: number }[]
  /** What it shows, in words with its figures. */
  label: string
  /** The parts are what is left: a full ring is no warning. */
  left?: boolean
  /** In the middle, at most four characters. */
  children?: ReactNode
}

/** Ring of a quota: how much of the whole is used, and by what. */
export function Ring({ parts, label, left = false, children }: Props) {
  let taken = 0
  const arcs = parts.map(({ name, percent }) => {
    const from = taken
    taken = Math.min(100, taken + Math.max(0, percent))
    return { name, from, size: taken - from }
  })
  return (
    <span className={styles.ring} role="img" aria-label={label} title={label} data-full={!left && taken >= 90}>
      <svg width="56" height="56" viewBox="0 0 48 48" aria-hidden="true">
        <circle className={styles.track} cx="24" cy="24" r={radius} />
        {arcs.map(({ name, from, size }) => (
          <circle
            key={name}
            className={styles.part}
            cx="24"
            cy="24"
            r={radius}
            strokeDasharray={`${(size / 100) * length} ${length}`}
            strokeDashoffset={(-from / 100) * length}
            transform="rotate(-90 24 24)"
          />
        ))}
      </svg>
      <span className={styles.middle}>{children}</span>
    </span>
  )
}
