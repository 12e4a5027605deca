import type { Product } from '#contract/products.ts'
import { priceRules, ruleNames } from '#src/ui/catalogue/price.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { MarketFilters } from './filters.ts'
import { MarketRow } from './MarketRow.tsx'
import styles from './MarketTable.module.css'
import type { SetMarketFilters } from './use-filters.ts'

interface SortableHeadCellProps {
  label: string
  sort: NonNullable<MarketFilters['sort']>
  /** The sort direction of the first click. */
  order: 'asc' | 'desc'
  end?: boolean
  filters: MarketFilters
  setFilters: SetMarketFilters
}

const ariaSortValues = { asc: 'ascending', desc: 'descending' } as const

/** A sortable column; a second click removes the sort. */
function SortableHeadCell({ label, sort, order, end = false, filters, setFilters }: SortableHeadCellProps) {
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

interface Props {
  products: readonly Product[]
  gpu_num: number
  filters: MarketFilters
  setFilters: SetMarketFilters
}

/** The market as a timetable. */
export function MarketTable({ products, gpu_num: gpuNum, filters, setFilters }: Props) {
  const sorted = { filters, setFilters }
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">型号</th>
            <th scope="col">每卡配置</th>
            <SortableHeadCell label="余量" sort="gpu_idles" order="desc" {...sorted} />
            <SortableHeadCell label="每卡时最低" sort="card_hour" order="asc" end {...sorted} />
            <SortableHeadCell label={ruleNames.hour} sort="price" order="asc" end {...sorted} />
            {priceRules.slice(1).map((rule) => (
              <th key={rule} scope="col" className={styles.amount}>
                {ruleNames[rule]}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <MarketRow key={product.id} product={product} gpu_num={gpuNum} byLeast={filters.sort === 'card_hour'} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
