import type { Product } from '#contract/products.ts'
import { priceRules, ruleNames } from '#src/ui/catalogue/price.ts'
import type { MarketFilters } from './filters.ts'
import { MarketRow } from './MarketRow.tsx'
import styles from './MarketTable.module.css'
import { SortableHeadCell } from './SortableHeadCell.tsx'
import type { SetMarketFilters } from './use-filters.ts'

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
