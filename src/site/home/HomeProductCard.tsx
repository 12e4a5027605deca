import type { Activity } from '#contract/activities.ts'
import type { ActivityWanted } from '#src/site/activity/activity-paths.ts'
import { PeerList } from '#src/site/offers/CardResourceList.tsx'
import type { Offer } from '#src/site/offers/offer.ts'
import { cheapestRule, rules } from '#src/ui/catalogue/price.ts'
import { StockCells } from '#src/ui/catalogue/StockCells.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'
import styles from './HomeProductCard.module.css'
import { PriceTicket } from './ProductPriceCard.tsx'

interface Props {
  offer: Offer
  /** The activity this product stands under. */
  activity: Activity | undefined
  onActivityBuy: (wanted: ActivityWanted) => void
  busy: boolean
}

/** `空闲 16 · 单次可租 8`, in the words of the market; how many are free only the market knows. */
function stockText({ product: { gpu_idles }, detail }: Offer): string {
  if (gpu_idles === 0) return '暂无空闲'
  return detail ? `空闲 ${detail.gpu_free} · 单次可租 ${gpu_idles}` : `单次可租 ${gpu_idles} 张`
}

export function ProductCard({ offer, activity, onActivityBuy, busy }: Props) {
  const { product, detail } = offer
  const cheapest = cheapestRule(product.price)
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <span className={styles.title}>
          <h3 className={styles.name}>{product.name}</h3>
          {detail && <span className={styles.vram}>显存 {detail.vram} GB</span>}
        </span>
        <span className={styles.tags}>
          {product.activity && <Tag tone="warning">{product.activity.title}</Tag>}
          {detail?.simulated && <Tag>模拟</Tag>}
        </span>
      </div>
      <p className={styles.facts}>
        {[detail?.region_name, `FP16 ${product.gpu_info.fp16} / FP32 ${product.gpu_info.fp32} TFLOPS`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <PeerList peer={product.peer_gpu} />
      <div className={styles.stock}>
        {detail && <StockCells free={detail.gpu_free} total={detail.gpu_total} columns={32} cell={7} />}
        <span>{stockText(offer)}</span>
      </div>
      <ul className={styles.tickets}>
        {rules.map((rule) => (
          <PriceTicket
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
