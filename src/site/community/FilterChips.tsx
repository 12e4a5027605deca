import { Link } from 'react-router-dom'
import styles from './FilterChips.module.css'

export interface FilterChip {
  /** Empty means no filter. */
  value: string
  label: string
  count?: number
}

interface Props {
  label: string
  chips: readonly FilterChip[]
  value: string
  /** The URL search string that selects this value. */
  searchOf: (value: string) => string
}

/** A single choice as links: each choice has its own URL and Back undoes it. */
export function FilterChips({ label, chips, value, searchOf }: Props) {
  const known = chips.some((chip) => chip.value === value)
  const shown = known ? chips : [...chips, { value, label: value }]
  return (
    <nav className={styles.row} aria-label={`按${label}筛选`}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <ul className={styles.chips}>
        {shown.map((chip) => (
          <li key={chip.value}>
            <Link
              className={styles.chip}
              to={{ search: searchOf(chip.value) }}
              aria-current={chip.value === value ? 'true' : undefined}
              preventScrollReset
            >
              {chip.label}
              {chip.count !== undefined && <span className={styles.count}>{chip.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
