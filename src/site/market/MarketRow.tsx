import type { Product } from '#contract/products.ts'
import { cheapestRule, rules } from '#src/catalogue/price.ts'
import { PeerList } from '#src/site/catalogue/PeerList.tsx'
import { LeastHourly } from './LeastHourly.tsx'
import styles from './MarketRow.module.css'
import { ModelName } from './ModelName.tsx'
import { OfferActions } from './OfferActions.tsx'
import { RulePrice } from './RulePrice.tsx'
import { Stock } from './Stock.tsx'

export function MarketRow({ product, gpu_num }: { product: Product; gpu_num: number }) {
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
        <LeastHourly price={product.price} />
      </td>
      {rules.map((rule) => (
        <td key={rule}>
          <RulePrice price={product.price} rule={rule} cheapest={cheapest === rule} />
        </td>
      ))}
      <td>
        <OfferActions product={product} gpu_num={gpu_num} />
      </td>
    </tr>
  )
}
