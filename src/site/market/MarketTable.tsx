import type { Product } from '#contract/products.ts'
import { rule_names, rules } from '#src/ui/catalogue/price.ts'
import type { Filters } from './filters.ts'
import { MarketRow } from './MarketRow.tsx'
import styles from './MarketTable.module.css'
import { HeadCell } from './SortableHeadCell.tsx'
import type { SetFilters } from './use-filters.ts'

interface Props {
  products: readonly Product[]
  gpu_num: number
  filters: Filters
  setFilters: SetFilters
}

/** The market as a timetable. */
export function MarketTable({ products, gpu_num, filters, setFilters }: Props) {
  const sorted = { filters, setFilters }
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">型号</th>
            <th scope="col">每卡配置</th>
            <HeadCell label="余量" sort="gpu_idles" order="desc" {...sorted} />
            <HeadCell label="每卡时最低" sort="card_hour" order="asc" end {...sorted} />
            <HeadCell label={rule_names.hour} sort="price" order="asc" end {...sorted} />
            {rules.slice(1).map((rule) => (
              <th key={rule} scope="col" className={styles.amount}>
                {rule_names[rule]}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <MarketRow key={product.id} product={product} gpu_num={gpu_num} by_least={filters.sort === 'card_hour'} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
