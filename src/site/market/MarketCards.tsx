import type { Product } from '#contract/products.ts'
import { MarketCard } from './MarketCard.tsx'
import styles from './MarketCards.module.css'
import type { OfferProps } from './MarketRow.tsx'

export function MarketCards({ products, ...shared }: Omit<OfferProps, 'product'> & { products: readonly Product[] }) {
  return (
    <ul className={styles.cards}>
      {products.map((product) => (
        <MarketCard key={product.id} product={product} {...shared} />
      ))}
    </ul>
  )
}
