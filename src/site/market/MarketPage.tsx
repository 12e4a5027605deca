import { LiveTimestamp } from '#src/site/live/LiveTimestamp.tsx'
import { useLastLiveData } from '#src/site/live/use-last-live-data.ts'
import { useTitle } from '#src/site/use-title.ts'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { useMedia } from '#src/ui/use-media.ts'
import { useStore } from '#src/ui/use-store.ts'
import { CompareTray } from './CompareTray.tsx'
import { MarketFilterForm } from './MarketFilterForm.tsx'
import styles from './MarketPage.module.css'
import { MarketResults } from './MarketResults.tsx'
import { MarketResultsBar } from './MarketResultsBar.tsx'
import { MarketStockAlerts } from './MarketStockAlerts.tsx'
import { getMarketOfferStore } from './market-offers.ts'
import { useComparedOffers } from './use-compare.ts'
import { useMarketFilters } from './use-filters.ts'

/** What there is to rent, where, and what it costs each way; open to visitors. */
export default function MarketPage() {
  useTitle('算力市场')
  const { filters, setFilters } = useMarketFilters()
  const { ids } = useComparedOffers()
  const offers = getMarketOfferStore(filters)
  const state = useLastLiveData(useStore(offers))
  const wide = useMedia('(min-width: 1024px)')
  // A page written at build time holds both ways; its style shows the one that fits.
  const unknown = !useHydrated()

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>算力市场</h1>
        <p className={styles.lead}>价格与配置均为每张卡。亮格是此刻空闲的卡，「单次可租」是一台实例现在最多能拿到的卡数。</p>
        <LiveTimestamp state={state} />
      </header>
      <div className={styles.columns}>
        {(wide || unknown) && (
          <aside className={styles.side} aria-label="筛选">
            <MarketFilterForm filters={filters} setFilters={setFilters} />
          </aside>
        )}
        <div
          className={styles.results}
          aria-busy={state.kept && !state.error}
          data-stale={state.error !== null && state.data !== undefined}
        >
          <MarketResultsBar
            filters={filters}
            setFilters={setFilters}
            state={state}
            sheet={!wide || unknown}
            onRetry={() => void offers.refresh()}
          />
          <MarketResults state={state} filters={filters} setFilters={setFilters} onRetry={() => void offers.refresh()} />
          {ids.length > 0 && <CompareTray />}
        </div>
      </div>
      <MarketStockAlerts gpu_num={filters.gpu_num ?? 1} />
    </div>
  )
}
