import type { Product } from '#contract/products.ts'
import { StockCells } from '#src/ui/catalogue/StockCells.tsx'
import styles from './OfferStock.module.css'
import { AlertLink } from './StockAlertLink.tsx'

/** Free cards as lit cells, how many of them one instance can get, and who waits where there are none. */
export function Stock({ product }: { product: Product }) {
  const { gpu_free, gpu_total, gpu_idles, max_gpu_num, waiting } = product
  return (
    <div className={styles.stock}>
      <StockCells free={gpu_free} total={gpu_total} />
      <span className={styles.words}>
        空闲 <b>{gpu_free}</b> / {gpu_total}
        {gpu_idles > 0 && gpu_idles < gpu_free && `，单次可租 ${gpu_idles}`}
        {waiting > 0 && `，排队 ${waiting} 人`}
      </span>
      {gpu_idles > 0 && gpu_idles < max_gpu_num && <AlertLink product={product} label="要更多张，提醒我" />}
    </div>
  )
}
