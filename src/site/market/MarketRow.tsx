import type { Product } from '#contract/products.ts'
import { CardResourceList } from '#src/site/offers/CardResourceList.tsx'
import { findCheapestRule, priceRules } from '#src/ui/catalogue/price.ts'
import { LowestHourlyPrice } from './LowestHourlyPrice.tsx'
import styles from './MarketRow.module.css'
import { OfferActions } from './OfferActions.tsx'
import { OfferName } from './OfferName.tsx'
import { OfferStock } from './OfferStock.tsx'
import { RulePrice } from './RulePrice.tsx'

export interface MarketOfferProps {
  product: Product
  gpu_num: number
  /** If sorted by lowest hourly price, that price is the main figure; else the price by the hour is. */
  byLeast: boolean
}

export function MarketRow({ product, gpu_num: gpuNum, byLeast }: MarketOfferProps) {
  const cheapest = findCheapestRule(product.price)
  const available = product.gpu_idles >= gpuNum
  return (
    <tr className={styles.row} data-sold-out={!available}>
      <th scope="row">
        <OfferName product={product} />
      </th>
      <td>
        <CardResourceList peer={product.peer_gpu} />
      </td>
      <td>
        <OfferStock product={product} />
      </td>
      <td>
        <LowestHourlyPrice price={product.price} loud={byLeast} />
      </td>
      {priceRules.map((rule) => (
        <td key={rule}>
          <RulePrice price={product.price} rule={rule} cheapest={cheapest === rule} loud={rule === 'hour' && !byLeast} />
        </td>
      ))}
      <td>
        <OfferActions product={product} gpu_num={gpuNum} />
      </td>
    </tr>
  )
}
