import type { Product } from '#contract/products.ts'
import { CompareToggle } from './CompareToggle.tsx'
import styles from './OfferActions.module.css'
import { OfferButton } from './OfferButton.tsx'
import { StockAlertLink } from './StockAlertLink.tsx'

/** What can be done with an offer now: rent, or queue and be told; and compare. */
export function OfferActions({ product, gpu_num: gpuNum }: { product: Product; gpu_num: number }) {
  return (
    <div className={styles.actions}>
      <OfferButton product={product} gpu_num={gpuNum} className={styles.button} />
      {product.gpu_idles < gpuNum && <StockAlertLink product={product} label="到货提醒" />}
      <CompareToggle product={product} />
    </div>
  )
}
