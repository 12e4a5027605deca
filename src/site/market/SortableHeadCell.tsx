import { Icon } from '#src/ui/Icon.tsx'
import type { MarketFilters } from './filters.ts'
import styles from './SortableHeadCell.module.css'
import type { SetMarketFilters } from './use-filters.ts'

interface Props {
  label: string
  sort: NonNullable<MarketFilters['sort']>
  /** The way round that a first press asks for. */
  order: 'asc' | 'desc'
  end?: boolean
  filters: MarketFilters
  setFilters: SetMarketFilters
}

const ariaSortValues = { asc: 'ascending', desc: 'descending' } as const

/** A column by which the market can be put in order; a second press ends it. */
export function SortableHeadCell({ label, sort, order, end = false, filters, setFilters }: Props) {
  const sorted = filters.sort === sort ? (filters.order ?? 'asc') : undefined
  const next = sorted === order ? { sort: undefined, order: undefined } : { sort, order }
  return (
    <th scope="col" className={styles.cell} data-end={end} aria-sort={sorted ? ariaSortValues[sorted] : 'none'}>
      <button
        type="button"
        className={styles.button}
        data-sorted={sorted ?? 'none'}
        onClick={() => setFilters({ ...filters, ...next, page: 1 })}
      >
        {label}
        <Icon name="chevron" className={styles.arrow} />
      </button>
    </th>
  )
}
