import type { Product } from '#contract/products.ts'
import { StockCells } from '#src/ui/catalogue/StockCells.tsx'
import styles from './OfferStock.module.css'
import { StockAlertLink } from './StockAlertLink.tsx'

/** Free cards as lit cells, the maximum per instance, and the queue if no card is free. */
export function OfferStock({ product }: { product: Product }) {
  const { gpu_free: gpuFree, gpu_total: gpuTotal, gpu_idles: gpuIdles, max_gpu_num: maxGpuNum, waiting } = product
  return (
    <div className={styles.stock}>
      <StockCells free={gpuFree} total={gpuTotal} />
      <span className={styles.words}>
        空闲 <b>{gpuFree}</b> / {gpuTotal}
        {gpuIdles > 0 && gpuIdles < gpuFree && `，单次最多 ${gpuIdles}`}
        {waiting > 0 && `，排队 ${waiting} 人`}
      </span>
      {gpuIdles > 0 && gpuIdles < maxGpuNum && <StockAlertLink product={product} label="要更多张，提醒我" />}
    </div>
  )
}
