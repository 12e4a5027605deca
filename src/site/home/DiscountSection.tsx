import { useId, useState } from 'react'
import { home_data } from '#src/site/offers/home-data.ts'
import type { Offer } from '#src/site/offers/offer.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { DiscountCard } from './DiscountOfferCard.tsx'
import styles from './DiscountSection.module.css'
import { discounted } from './discounts.ts'
import { Section } from './HomeSection.tsx'

function Choice({ offers }: { offers: readonly Offer[] }) {
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
      <DiscountCard offer={offer} />
    </>
  )
}

/** What costs less than its list price, as a card that says all one gets (spec §1); first what costs everybody the same. */
export function Discount() {
  const { data, error } = useStore(home_data)
  return (
    <Section
      id="discount"
      ground="paper"
      title="包得越久，单价越低"
      lead="同一张卡、同样的配置，按天或按周付更省。划去的是原价，付的是现价。"
    >
      <AsyncView
        data={data}
        error={error}
        errorTitle="优惠暂时无法获取"
        onRetry={() => void home_data.refresh()}
        skeleton={<Skeleton height={392} />}
      >
        {({ offers, activity_free }) => <Choice offers={discounted([...new Set([...activity_free, ...offers])])} />}
      </AsyncView>
    </Section>
  )
}
