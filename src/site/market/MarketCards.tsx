import type { Product } from '#contract/products.ts'
import { MarketCard } from './MarketCard.tsx'
import styles from './MarketCards.module.css'
import type { MarketOfferProps } from './MarketRow.tsx'

export function MarketCards({ products, ...shared }: Omit<MarketOfferProps, 'product'> & { products: readonly Product[] }) {
  return (
    <ul className={styles.cards}>
      {products.map((product) => (
        <MarketCard key={product.id} product={product} {...shared} />
      ))}
    </ul>
  )
}
