import { Link, useSearchParams } from 'react-router-dom'
import controls from '#src/ui/controls.module.css'
import { type MarketFilters, marketPageSize, mergeMarketFilters } from './filters.ts'
import styles from './MarketPager.module.css'

export function MarketPager({ filters, total }: { filters: MarketFilters; total: number }) {
  const [search] = useSearchParams()
  const pages = Math.ceil(total / marketPageSize)
  if (pages <= 1) return null
  const to = (page: number) => ({ search: mergeMarketFilters(search, { ...filters, page }).toString() })
  const link = `${controls.button} ${controls.plain}`
  return (
    <nav className={styles.pager} aria-label="分页">
      {filters.page > 1 && (
        <Link className={link} to={to(filters.page - 1)}>
          上一页
        </Link>
      )}
      <span>
        第 {filters.page} / {pages} 页
      </span>
      {filters.page < pages && (
        <Link className={link} to={to(filters.page + 1)}>
          下一页
        </Link>
      )}
    </nav>
  )
}
