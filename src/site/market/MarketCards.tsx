import type { Product } from '#contract/products.ts'
import { MarketCard } from './MarketCard.tsx'
import styles from './MarketCards.module.css'

export function MarketCards({ products, gpu_num }: { products: readonly Product[]; gpu_num: number }) {
  return (
    <ul className={styles.cards}>
      {products.map((product) => (
        <MarketCard key={product.id} product={product} gpu_num={gpu_num} />
      ))}
    </ul>
  )
}
