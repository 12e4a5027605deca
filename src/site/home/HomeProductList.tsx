import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { useActivityPurchase } from '#src/site/activity/use-activity-purchase.tsx'
import { homeDataStore } from '#src/site/offers/home-data.ts'
import { computeMarketFigures } from '#src/site/offers/market-figures.ts'
import type { HomeData } from '#src/site/offers/requests.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { placeholderKeys, Skeleton } from '#src/ui/Skeleton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { HomeProductCard } from './HomeProductCard.tsx'
import styles from './HomeProductList.module.css'
import { HomeSection } from './HomeSection.tsx'
import { promotions } from './promotions.ts'

function HomeProductListSkeleton() {
  return (
    <div className={styles.list} role="status" aria-label="正在加载产品">
      {placeholderKeys.map((card) => (
        <Skeleton key={card} height={356} />
      ))}
    </div>
  )
}

/** States the lowest market price if the home list does not contain it (requirements §7). */
function OmittedCheapestOffer({ offers, market }: Pick<HomeData, 'offers' | 'market'>) {
  const { cheapest, cheapestModel } = computeMarketFigures(market ?? [])
  if (!cheapest || offers.some(({ product }) => product.price.hour === cheapest)) return null
  return (
    <p className={styles.leftOut}>
      {cheapestModel} 每卡时 <YuanAmount amount={cheapest} as="price" /> 起，<Link to={paths.market}>在算力市场租用</Link>
    </p>
  )
}

/** Every product three times: by hour, day and week (requirements §2). */
export function HomeProductList() {
  const { data, error } = useStore(homeDataStore)
  const { activities } = useStore(promotions)
  const { buy, busy, dialog } = useActivityPurchase()
  return (
    <HomeSection
      id="products"
      ground="sheet"
      title="GPU 产品"
      lead="价格为每张卡的价格。三种计费并列，旁边写着折合每小时多少钱。"
    >
      <AsyncView
        data={data}
        error={error}
        errorTitle="产品列表加载失败"
        onRetry={() => void homeDataStore.refresh()}
        skeleton={<HomeProductListSkeleton />}
      >
        {({ offers, market }) =>
          offers.length === 0 ? (
            <EmptyState title="暂无上架的 GPU 产品" hint="产品上架后会出现在这里" />
          ) : (
            <>
              <ul className={styles.list}>
                {offers.map((offer) => (
                  <HomeProductCard
                    key={offer.product.id}
                    offer={offer}
                    activity={activities.find(({ id }) => id === offer.product.activity?.id)}
                    onActivityBuy={buy}
                    busy={busy}
                  />
                ))}
              </ul>
              <OmittedCheapestOffer offers={offers} market={market} />
              <Link className={styles.more} to={paths.market}>
                按地域、显存、卡数与价格筛选
                <Icon name="chevron" />
              </Link>
            </>
          )
        }
      </AsyncView>
      {dialog}
    </HomeSection>
  )
}
