import type { Product } from '#contract/products.ts'
import { CompareToggle } from './CompareToggle.tsx'
import styles from './OfferActions.module.css'
import { OfferButton } from './OfferButton.tsx'
import { AlertLink } from './StockAlertLink.tsx'

/** What can be done with an offer now: rent, or queue and be told; and compare. */
export function OfferActions({ product, gpu_num }: { product: Product; gpu_num: number }) {
  return (
    <div className={styles.actions}>
      <OfferButton product={product} gpu_num={gpu_num} className={styles.button} />
      {product.gpu_idles < gpu_num && <AlertLink product={product} label="到货提醒" />}
      <CompareToggle product={product} />
    </div>
  )
}
