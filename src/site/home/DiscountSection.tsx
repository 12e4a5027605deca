import { useId, useState } from 'react'
import { homeDataStore } from '#src/site/offers/home-data.ts'
import type { HomeOffer } from '#src/site/offers/offer.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { DiscountOfferCard } from './DiscountOfferCard.tsx'
import styles from './DiscountSection.module.css'
import { listDiscountedOffers } from './discounts.ts'
import { HomeSection } from './HomeSection.tsx'

function DiscountChoice({ offers }: { offers: readonly HomeOffer[] }) {
  const [chosen, setChosen] = useState('')
  const group = useId()
  const offer = offers.find(({ product }) => product.id === chosen) ?? offers[0]
  if (!offer) return <p className={styles.none}>此刻没有低于原价的产品，价格见上方列表。</p>
  return (
    <>
      <fieldset className={styles.models}>
        <legend className="visually-hidden">型号</legend>
        {offers.map(({ product: { id, name } }) => (
          <label key={id} className={styles.model}>
            <input
              type="radio"
              name={group}
              checked={id === offer.product.id}
              onChange={() => setChosen(id)}
              className="visually-hidden"
            />
            {name}
          </label>
        ))}
      </fieldset>
      <DiscountOfferCard offer={offer} />
    </>
  )
}

/** What costs less than its list price, as a card that says all one gets (spec §1); first what costs everybody the same. */
export function DiscountSection() {
  const { data, error } = useStore(homeDataStore)
  return (
    <HomeSection
      id="discount"
      ground="paper"
      title="包得越久，单价越低"
      lead="同一张卡、同样的配置，按天或按周付更省。划去的是原价，付的是现价。"
    >
      <AsyncView
        data={data}
        error={error}
        errorTitle="优惠暂时无法获取"
        onRetry={() => void homeDataStore.refresh()}
        skeleton={<Skeleton height={392} />}
      >
        {({ offers, activityFree }) => (
          <DiscountChoice offers={listDiscountedOffers([...new Set([...activityFree, ...offers])])} />
        )}
      </AsyncView>
    </HomeSection>
  )
}
