import type { Product } from '#contract/products.ts'
import { comparedOffersMax } from './compare.ts'
import styles from './OfferActions.module.css'
import { OfferButton } from './OfferButton.tsx'
import { StockAlertLink } from './StockAlertLink.tsx'
import { useComparedOffers } from './use-compare.ts'

/** Selects an offer for comparison if there is room. */
function CompareToggle({ product: { id, name } }: { product: { id: string; name: string } }) {
  const { ids, add, remove } = useComparedOffers()
  const picked = ids.includes(id)
  const full = !picked && ids.length >= comparedOffersMax
  return (
    <label className={styles.toggle} data-full={full} title={full ? `最多对比 ${comparedOffersMax} 款` : undefined}>
      <input
        type="checkbox"
        aria-label={`对比 ${name}`}
        checked={picked}
        disabled={full}
        onChange={() => (picked ? remove(id) : add(id))}
      />
      对比
    </label>
  )
}

/** The current actions of an offer: rent, or queue and set an alert; and compare. */
export function OfferActions({ product, gpu_num: gpuNum }: { product: Product; gpu_num: number }) {
  return (
    <div className={styles.actions}>
      <OfferButton product={product} gpu_num={gpuNum} className={styles.button} />
      {product.gpu_idles < gpuNum && <StockAlertLink product={product} label="到货提醒" />}
      <CompareToggle product={product} />
    </div>
  )
}
