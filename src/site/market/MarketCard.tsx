import { PeerList } from '#src/site/offers/CardResourceList.tsx'
import { cheapestRule, rule_names, rules } from '#src/ui/catalogue/price.ts'
import { LeastHourly } from './LowestHourlyPrice.tsx'
import styles from './MarketCard.module.css'
import type { OfferProps } from './MarketRow.tsx'
import { OfferActions } from './OfferActions.tsx'
import { ModelName } from './OfferName.tsx'
import { Stock } from './OfferStock.tsx'
import { RulePrice } from './RulePrice.tsx'

/** A row of the timetable on a phone. */
export function MarketCard({ product, gpu_num, by_least }: OfferProps) {
  const cheapest = cheapestRule(product.price)
  const available = product.gpu_idles >= gpu_num
  return (
    <li className={styles.card} data-sold-out={!available}>
      <div className={styles.head}>
        <ModelName product={product} />
        <LeastHourly price={product.price} labelled loud={by_least} />
      </div>
      <PeerList peer={product.peer_gpu} />
      <Stock product={product} />
      <dl className={styles.prices}>
        {rules.map((rule) => (
          <div key={rule}>
            <dt>{rule_names[rule]}</dt>
            <dd>
              <RulePrice price={product.price} rule={rule} cheapest={cheapest === rule} loud={rule === 'hour' && !by_least} />
            </dd>
          </div>
        ))}
      </dl>
      <OfferActions product={product} gpu_num={gpu_num} />
    </li>
  )
}
