import type { Product } from '#contract/products.ts'
import { PeerList } from '#src/site/offers/CardResourceList.tsx'
import { cheapestRule, rules } from '#src/ui/catalogue/price.ts'
import { LeastHourly } from './LowestHourlyPrice.tsx'
import styles from './MarketRow.module.css'
import { OfferActions } from './OfferActions.tsx'
import { ModelName } from './OfferName.tsx'
import { Stock } from './OfferStock.tsx'
import { RulePrice } from './RulePrice.tsx'

export interface OfferProps {
  product: Product
  gpu_num: number
  /** The market is in the order of the least per hour, so that this is the figure to look at; else it is the price by the hour. */
  by_least: boolean
}

export function MarketRow({ product, gpu_num, by_least }: OfferProps) {
  const cheapest = cheapestRule(product.price)
  const available = product.gpu_idles >= gpu_num
  return (
    <tr className={styles.row} data-sold-out={!available}>
      <th scope="row">
        <ModelName product={product} />
      </th>
      <td>
        <PeerList peer={product.peer_gpu} />
      </td>
      <td>
        <Stock product={product} />
      </td>
      <td>
        <LeastHourly price={product.price} loud={by_least} />
      </td>
      {rules.map((rule) => (
        <td key={rule}>
          <RulePrice price={product.price} rule={rule} cheapest={cheapest === rule} loud={rule === 'hour' && !by_least} />
        </td>
      ))}
      <td>
        <OfferActions product={product} gpu_num={gpu_num} />
      </td>
    </tr>
  )
}
