import { useSearchParams } from 'react-router-dom'
import type { Product } from '#contract/products.ts'
import type { LiveState } from '#src/site/live/live-store.ts'
import { CardResourceList } from '#src/site/offers/CardResourceList.tsx'
import { PageLinks } from '#src/site/PageLinks.tsx'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { findCheapestRule, priceRules, ruleNames } from '#src/ui/catalogue/price.ts'
import controls from '#src/ui/controls.module.css'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { placeholderKeys, Skeleton } from '#src/ui/Skeleton.tsx'
import { useMedia } from '#src/ui/use-media.ts'
import { clearMarketFilters, countMarketFilters, type MarketFilters, marketPageSize, mergeMarketFilters } from './filters.ts'
import { LowestHourlyPrice } from './LowestHourlyPrice.tsx'
import styles from './MarketResults.module.css'
import type { MarketOfferProps } from './MarketRow.tsx'
import { MarketTable } from './MarketTable.tsx'
import type { MarketPageData } from './market-offers.ts'
import { OfferActions } from './OfferActions.tsx'
import { OfferName } from './OfferName.tsx'
import { OfferStock } from './OfferStock.tsx'
import { RulePrice } from './RulePrice.tsx'
import type { SetMarketFilters } from './use-filters.ts'

/** A timetable row on a phone. */
function MarketCard({ product, gpu_num: gpuNum, byLeast }: MarketOfferProps) {
  const cheapest = findCheapestRule(product.price)
  const available = product.gpu_idles >= gpuNum
  return (
    <li className={styles.card} data-sold-out={!available}>
      <div className={styles.head}>
        <OfferName product={product} />
        <LowestHourlyPrice price={product.price} labelled loud={byLeast} />
      </div>
      <CardResourceList peer={product.peer_gpu} />
      <OfferStock product={product} />
      <dl className={styles.prices}>
        {priceRules.map((rule) => (
          <div key={rule}>
            <dt>{ruleNames[rule]}</dt>
            <dd>
              <RulePrice price={product.price} rule={rule} cheapest={cheapest === rule} loud={rule === 'hour' && !byLeast} />
            </dd>
          </div>
        ))}
      </dl>
      <OfferActions product={product} gpu_num={gpuNum} />
    </li>
  )
}

function NoMarketResults({ filters, setFilters }: { filters: MarketFilters; setFilters: SetMarketFilters }) {
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

function MarketPager({ filters, total }: { filters: MarketFilters; total: number }) {
  const [search] = useSearchParams()
  return (
    <PageLinks
      page={filters.page}
      pages={Math.ceil(total / marketPageSize)}
      searchOf={(page) => mergeMarketFilters(search, { ...filters, page }).toString()}
    />
  )
}

/** Placeholders in the final layout: rows if there is room for the table, else cards. */
function MarketSkeleton() {
  return (
    <div className={styles.rows} role="status" aria-label="正在加载算力市场">
      {placeholderKeys.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton height={340} />
        </div>
      ))}
    </div>
  )
}

function MarketCards({ products, ...shared }: Omit<MarketOfferProps, 'product'> & { products: readonly Product[] }) {
  return (
    <ul className={styles.cards}>
      {products.map((product) => (
        <MarketCard key={product.id} product={product} {...shared} />
      ))}
    </ul>
  )
}

interface Props {
  state: LiveState<MarketPageData>
  filters: MarketFilters
  setFilters: SetMarketFilters
  onRetry: () => void
}

export function MarketResults({ state, filters, setFilters, onRetry }: Props) {
  const table = useMedia('(min-width: 1400px)')
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
