import type { LiveState } from '#src/site/live/live-store.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { useMedia } from '#src/ui/use-media.ts'
import type { MarketFilters } from './filters.ts'
import { MarketCards } from './MarketCards.tsx'
import { MarketPager } from './MarketPager.tsx'
import { MarketSkeleton } from './MarketSkeleton.tsx'
import { MarketTable } from './MarketTable.tsx'
import type { MarketPageData } from './market-offers.ts'
import { NoMarketResults } from './NoMarketResults.tsx'
import type { SetMarketFilters } from './use-filters.ts'

interface Props {
  state: LiveState<MarketPageData>
  filters: MarketFilters
  setFilters: SetMarketFilters
  onRetry: () => void
}

export function MarketResults({ state, filters, setFilters, onRetry }: Props) {
  const table = useMedia('(min-width: 1200px)')
  const gpuNum = filters.gpu_num ?? 1
  return (
    <AsyncView
      data={state.data}
      error={state.error}
      errorTitle="算力市场加载失败"
      onRetry={onRetry}
      skeleton={<MarketSkeleton />}
    >
      {({ products, total }) => {
        if (products.length === 0) return <NoMarketResults filters={filters} setFilters={setFilters} />
        return (
          <>
            {table ? (
              <MarketTable products={products} gpu_num={gpuNum} filters={filters} setFilters={setFilters} />
            ) : (
              <MarketCards products={products} gpu_num={gpuNum} byLeast={filters.sort === 'card_hour'} />
            )}
            <MarketPager filters={filters} total={total} />
          </>
        )
      }}
    </AsyncView>
  )
}
