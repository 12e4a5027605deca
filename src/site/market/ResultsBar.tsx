import { useState } from 'react'
import controls from '#src/shell/controls.module.css'
import { FilterSheet } from './FilterSheet.tsx'
import { countSet, type Filters } from './filters.ts'
import styles from './ResultsBar.module.css'
import { sortOf, sorts, withSort } from './sorts.ts'
import type { SetFilters } from './use-filters.ts'

interface Props {
  filters: Filters
  setFilters: SetFilters
  total: number | undefined
  /** Filters are behind a button instead of at the side. */
  sheet: boolean
}

export function ResultsBar({ filters, setFilters, total, sheet }: Props) {
  const [open, setOpen] = useState(false)
  const set = countSet(filters)
  return (
    <div className={styles.bar}>
      <p className={styles.count} role="status">
        {total === undefined ? '正在加载' : `共 ${total} 款`}
      </p>
      {sheet && (
        <button
          type="button"
          className={`${controls.button} ${controls.plain} ${styles.filter}`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {set > 0 ? `筛选 · ${set}` : '筛选'}
        </button>
      )}
      <label className={styles.sort}>
        <span className={styles.label}>排序</span>
        <select value={sortOf(filters)} onChange={(event) => setFilters(withSort(filters, event.target.value))}>
          {sorts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {sheet && open && <FilterSheet filters={filters} setFilters={setFilters} total={total} onClose={() => setOpen(false)} />}
    </div>
  )
}
