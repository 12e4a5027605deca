import controls from '#src/ui/controls.module.css'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { clearMarketFilters, countMarketFilters, type MarketFilters } from './filters.ts'
import type { SetMarketFilters } from './use-filters.ts'

export function NoMarketResults({ filters, setFilters }: { filters: MarketFilters; setFilters: SetMarketFilters }) {
  const button = `${controls.button} ${controls.plain}`
  if (filters.page > 1) {
    return (
      <EmptyState
        title="这一页没有产品"
        action={
          <button type="button" className={button} onClick={() => setFilters({ ...filters, page: 1 })}>
            回到第一页
          </button>
        }
      />
    )
  }
  if (countMarketFilters(filters) === 0) return <EmptyState title="暂无上架的 GPU" hint="产品上架后会出现在这里，请稍后再来" />
  return (
    <EmptyState
      title="没有符合条件的 GPU"
      hint="减少需要的卡数、放宽显存或价格，或换一个地域试试"
      action={
        <button type="button" className={button} onClick={() => setFilters(clearMarketFilters(filters))}>
          清空筛选
        </button>
      }
    />
  )
}
