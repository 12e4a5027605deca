import { CardResourceList } from '#src/site/offers/CardResourceList.tsx'
import { findCheapestRule, priceRules, ruleNames } from '#src/ui/catalogue/price.ts'
import { LowestHourlyPrice } from './LowestHourlyPrice.tsx'
import styles from './MarketCard.module.css'
import type { MarketOfferProps } from './MarketRow.tsx'
import { OfferActions } from './OfferActions.tsx'
import { OfferName } from './OfferName.tsx'
import { OfferStock } from './OfferStock.tsx'
import { RulePrice } from './RulePrice.tsx'

/** A row of the timetable on a phone. */
export function MarketCard({ product, gpu_num: gpuNum, byLeast }: MarketOfferProps) {
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
