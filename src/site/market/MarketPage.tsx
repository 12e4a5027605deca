import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Product } from '#contract/products.ts'
import { session } from '#src/session/session.ts'
import { LiveTimestamp } from '#src/site/live/LiveTimestamp.tsx'
import { createLiveStore } from '#src/site/live/live-store.ts'
import { useLastLiveData } from '#src/site/live/use-last-live-data.ts'
import { useTitle } from '#src/site/use-title.ts'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { useMedia } from '#src/ui/use-media.ts'
import { useStore } from '#src/ui/use-store.ts'
import { parseAlertProductId, withAlertProductId } from './alert-address.ts'
import { comparedOffersMax } from './compare.ts'
import { MarketFilterForm } from './MarketFilterForm.tsx'
import styles from './MarketPage.module.css'
import { MarketResults } from './MarketResults.tsx'
import { MarketResultsBar } from './MarketResultsBar.tsx'
import { getMarketOfferStore } from './market-offers.ts'
import { ownStockAlerts } from './own-alerts.ts'
import { useComparedOffers } from './use-compare.ts'
import { useMarketFilters } from './use-filters.ts'

/** All offers, kept current while comparing: a selected offer may be on another page of the list. */
const wholeMarketStore = createLiveStore<Product[]>(async (signal) => {
  const { listWholeMarket } = await import('#src/site/offers/requests.ts')
  return listWholeMarket(signal)
})

const CompareDialog = lazyDialog(() => import('./CompareDialog.tsx'))

/** The offers selected so far, at the bottom of the list, with the button to compare them. */
function CompareTray() {
  const { ids, open, remove, clear, show, hide } = useComparedOffers()
  const { data } = useStore(wholeMarketStore)
  const named = ids.map((id) => ({ id, product: data?.find((product) => product.id === id) }))
  const known = named.flatMap(({ product }) => product ?? [])
  const enough = (data ? known.length : ids.length) > 1
  const rest = comparedOffersMax - ids.length
  return (
    <section className={styles.tray} aria-label="对比">
      <ul className={styles.picked}>
        {named.map(({ id, product }) => (
          <li key={id} className={styles.chip}>
            <span className={styles.name}>
              {product ? `${product.name} · ${product.region_name}` : data ? '已下架的产品' : <Skeleton width={96} />}
            </span>
            <button
              type="button"
              className={styles.remove}
              aria-label={`不再对比 ${product?.name ?? '这款产品'}`}
              onClick={() => remove(id)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.hint} role="status">
        {ids.length < 2 ? '再选一款即可对比' : rest > 0 ? `还可以加 ${rest} 款` : `已选满 ${comparedOffersMax} 款`}
      </p>
      <div className={styles.actions}>
        <button type="button" className={`${controls.button} ${controls.quiet}`} onClick={clear}>
          清空
        </button>
        <button type="button" className={`${controls.button} ${controls.primary}`} disabled={!enough} onClick={show}>
          对比 {ids.length} 款
        </button>
      </div>
      {open && data && known.length > 1 && <CompareDialog products={known} market={data} onRemove={remove} onClose={hide} />}
    </section>
  )
}

const StockAlertDialog = lazyDialog(() => import('./StockAlertDialog.tsx'))

interface RequestedAlertDialogProps {
  product_id: string
  gpu_num: number
  onClose: () => void
}

function RequestedAlertDialog({ product_id: productId, gpu_num: gpuNum, onClose }: RequestedAlertDialogProps) {
  const product = useStore(wholeMarketStore).data?.find(({ id }) => id === productId)
  return product ? <StockAlertDialog product={product} gpu_num={gpuNum} onClose={onClose} /> : null
}

/** Loads the signed-in user's alerts, and opens the one named in the URL. */
function MarketStockAlerts({ gpu_num: gpuNum }: { gpu_num: number }) {
  const userId = useStore(session)?.userId
  const [search, setSearch] = useSearchParams()
  const asked = parseAlertProductId(search)
  useEffect(() => {
    if (userId) void ownStockAlerts.load()
    else ownStockAlerts.forget()
  }, [userId])

  if (!userId || !asked) return null
  const close = () => setSearch((present) => withAlertProductId(present, null), { replace: true })
  return <RequestedAlertDialog product_id={asked} gpu_num={gpuNum} onClose={close} />
}

/** The market: offers by region with all prices; visible to visitors. */
export default function MarketPage() {
  useTitle('算力市场')
  const { filters, setFilters } = useMarketFilters()
  const { ids } = useComparedOffers()
  const offers = getMarketOfferStore(filters)
  const state = useLastLiveData(useStore(offers))
  const wide = useMedia('(min-width: 1024px)')
  // A prerendered page contains both layouts; CSS shows the one that fits.
  const unknown = !useHydrated()

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>算力市场</h1>
        <p className={styles.lead}>价格与配置均为每张卡。亮格是此刻空闲的卡，「单次最多」是一台实例现在能拿到的卡数。</p>
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
