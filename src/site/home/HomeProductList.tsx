import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { useActivityPurchase } from '#src/site/activity/use-activity-purchase.tsx'
import { homeDataStore } from '#src/site/offers/home-data.ts'
import { buildModelPath, computeMarketFigures } from '#src/site/offers/market-figures.ts'
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
    <div role="status" aria-label="正在加载产品">
      <div className={styles.leftOutPlace}>
        <Skeleton height={56} />
      </div>
      <div className={styles.list}>
        {placeholderKeys.map((card) => (
          <Skeleton key={card} height={356} />
        ))}
      </div>
    </div>
  )
}

/** States the lowest market price if the home list does not contain it (requirements §7). */
function OmittedCheapestOffer({ offers, market }: Pick<HomeData, 'offers' | 'market'>) {
  const { cheapest, cheapestModel } = computeMarketFigures(market ?? [])
  if (!cheapest || !cheapestModel || offers.some(({ product }) => product.price.hour === cheapest)) return null
  return (
    <p className={styles.leftOut}>
      <span>
        按量最低：{cheapestModel} 每卡时 <YuanAmount amount={cheapest} as="price" /> 起
      </span>
      <Link className={styles.leftOutLink} to={buildModelPath(cheapestModel)}>
        在算力市场租用
        <Icon name="chevron" />
      </Link>
    </p>
  )
}

/** Every product three times: by hour, day and week (requirements §2). */
export function HomeProductList() {
  const { data, error } = useStore(homeDataStore)
  const { activities } = useStore(promotions)
  const { buy, busy, dialog } = useActivityPurchase()
  return (
    <HomeSection id="products" ground="sheet" title="GPU 产品" lead="价格是每张卡的。三种计费方式放在一起，都折算到每小时。">
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
              <OmittedCheapestOffer offers={offers} market={market} />
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
