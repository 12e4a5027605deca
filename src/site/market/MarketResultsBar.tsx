import { useState } from 'react'
import type { LiveState } from '#src/site/live/live-store.ts'
import { BottomSheet } from '#src/ui/BottomSheet.tsx'
import controls from '#src/ui/controls.module.css'
import { countMarketFilters, type MarketFilters } from './filters.ts'
import { MarketFilterForm } from './MarketFilterForm.tsx'
import styles from './MarketResultsBar.module.css'
import type { MarketPageData } from './market-offers.ts'
import { marketSorts, toMarketSortValue, withMarketSort } from './sorts.ts'
import type { SetMarketFilters } from './use-filters.ts'

interface MarketFilterSheetProps {
  filters: MarketFilters
  setFilters: SetMarketFilters
  total: number | undefined
  onClose: () => void
}

function MarketFilterSheet({ filters, setFilters, total, onClose }: MarketFilterSheetProps) {
  return (
    <BottomSheet
      title="筛选"
      onClose={onClose}
      footer={
        <button type="button" className={`${controls.button} ${controls.primary} ${controls.large}`} onClick={onClose}>
          {total === undefined ? '查看结果' : `查看 ${total} 款`}
        </button>
      }
    >
      <MarketFilterForm filters={filters} setFilters={setFilters} />
    </BottomSheet>
  )
}

interface Props {
  filters: MarketFilters
  setFilters: SetMarketFilters
  /** `kept`: the results shown belong to the previous filters. */
  state: LiveState<MarketPageData> & { kept: boolean }
  /** Filters are behind a button instead of in the sidebar. */
  sheet: boolean
  onRetry: () => void
}

const formatResultCount = ({ data, error, kept }: Props['state']): string => {
  if (error && kept) return '没有加载出来，下面是之前的结果'
  if (data) return `共 ${data.total} 款`
  return error ? '没有加载出来' : '正在加载'
}

export function MarketResultsBar({ filters, setFilters, state, sheet, onRetry }: Props) {
  const [open, setOpen] = useState(false)
  const set = countMarketFilters(filters)
  return (
    <div className={styles.bar}>
      <p className={styles.count} role="status">
        {formatResultCount(state)}
      </p>
      {state.error && state.kept && (
        <button type="button" className={`${controls.button} ${controls.plain}`} onClick={onRetry}>
          重试
        </button>
      )}
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
        <select value={toMarketSortValue(filters)} onChange={(event) => setFilters(withMarketSort(filters, event.target.value))}>
          {marketSorts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {sheet && open && (
        <MarketFilterSheet filters={filters} setFilters={setFilters} total={state.data?.total} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
