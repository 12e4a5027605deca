import type { LiveState } from '#src/site/live/live-store.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { useMedia } from '#src/ui/use-media.ts'
import type { Filters } from './filters.ts'
import { MarketCards } from './MarketCards.tsx'
import { Pager } from './MarketPager.tsx'
import { MarketSkeleton } from './MarketSkeleton.tsx'
import { MarketTable } from './MarketTable.tsx'
import type { MarketPageData } from './market-offers.ts'
import { NoResults } from './NoMarketResults.tsx'
import type { SetFilters } from './use-filters.ts'

interface Props {
  state: LiveState<MarketPageData>
  filters: Filters
  setFilters: SetFilters
  onRetry: () => void
}

export function Results({ state, filters, setFilters, onRetry }: Props) {
  const table = useMedia('(min-width: 1200px)')
  const gpu_num = filters.gpu_num ?? 1
  return (
    <AsyncView
      data={state.data}
      error={state.error}
      errorTitle="算力市场加载失败"
      onRetry={onRetry}
      skeleton={<MarketSkeleton />}
    >
      {({ products, total }) => {
        if (products.length === 0) return <NoResults filters={filters} setFilters={setFilters} />
        return (
          <>
            {table ? (
              <MarketTable products={products} gpu_num={gpu_num} filters={filters} setFilters={setFilters} />
            ) : (
              <MarketCards products={products} gpu_num={gpu_num} by_least={filters.sort === 'card_hour'} />
            )}
            <Pager filters={filters} total={total} />
          </>
        )
      }}
    </AsyncView>
  )
}
