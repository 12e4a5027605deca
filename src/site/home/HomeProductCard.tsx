import type { Activity } from '#contract/activities.ts'
import type { ActivitySelection } from '#src/site/activity/activity-paths.ts'
import { CardResourceList } from '#src/site/offers/CardResourceList.tsx'
import type { HomeOffer } from '#src/site/offers/offer.ts'
import { findCheapestRule, priceRules } from '#src/ui/catalogue/price.ts'
import { StockCells } from '#src/ui/catalogue/StockCells.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './HomeProductCard.module.css'
import { ProductPriceCard } from './ProductPriceCard.tsx'

interface Props {
  offer: HomeOffer
  /** The activity this product stands under. */
  activity: Activity | undefined
  onActivityBuy: (wanted: ActivitySelection) => void
  busy: boolean
}

/** `空闲 16 · 单次可租 8`, in the words of the market; how many are free only the market knows. */
function formatStock({ product: { gpu_idles: gpuIdles }, detail }: HomeOffer): string {
  if (gpuIdles === 0) return '暂无空闲'
  return detail ? `空闲 ${detail.gpu_free} · 单次可租 ${gpuIdles}` : `单次可租 ${gpuIdles} 张`
}

export function HomeProductCard({ offer, activity, onActivityBuy, busy }: Props) {
  const { product, detail } = offer
  const cheapest = findCheapestRule(product.price)
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <span className={styles.title}>
          <h3 className={styles.name}>{product.name}</h3>
          {detail && <span className={styles.vram}>显存 {detail.vram} GB</span>}
        </span>
        <span className={styles.tags}>
          {product.activity && <ToneTag tone="warning">{product.activity.title}</ToneTag>}
          {detail?.simulated && <ToneTag>模拟</ToneTag>}
        </span>
      </div>
      <p className={styles.facts}>
        {[detail?.region_name, `FP16 ${product.gpu_info.fp16} / FP32 ${product.gpu_info.fp32} TFLOPS`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <CardResourceList peer={product.peer_gpu} />
      <div className={styles.stock}>
        {detail && <StockCells free={detail.gpu_free} total={detail.gpu_total} columns={32} cell={7} />}
        <span>{formatStock(offer)}</span>
      </div>
      <ul className={styles.tickets}>
        {priceRules.map((rule) => (
          <ProductPriceCard
            key={rule}
            product={product}
            rule={rule}
            cheapest={cheapest === rule}
            activity={activity?.product_data.discount_type === rule ? activity : undefined}
            onActivityBuy={onActivityBuy}
            busy={busy}
          />
        ))}
      </ul>
    </li>
  )
}
