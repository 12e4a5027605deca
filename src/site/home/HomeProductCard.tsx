import type { Activity } from '#contract/activities.ts'
import type { ChargeRule } from '#contract/instances.ts'
import type { ActivitySelection } from '#src/site/activity/activity-paths.ts'
import { BuyLink } from '#src/site/offers/BuyLink.tsx'
import { canBuyProduct } from '#src/site/offers/buy.ts'
import { CardResourceList } from '#src/site/offers/CardResourceList.tsx'
import type { HomeOffer, HomeProduct } from '#src/site/offers/offer.ts'
import {
  computeDiscountTenths,
  computeHourlyPrice,
  findCheapestRule,
  priceRules,
  ruleNames,
  unitNames,
} from '#src/ui/catalogue/price.ts'
import { StockCells } from '#src/ui/catalogue/StockCells.tsx'
import controls from '#src/ui/controls.module.css'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './HomeProductCard.module.css'

interface ProductPriceCardProps {
  product: HomeProduct
  rule: ChargeRule
  /** The lowest hourly price of the three. */
  cheapest: boolean
  /** The discount of this charge rule. */
  activity: Activity | undefined
  onActivityBuy: (wanted: ActivitySelection) => void
  busy: boolean
}

/** One product under one charge rule, with its own button (requirements §2). */
function ProductPriceCard({ product, rule, cheapest, activity, onActivityBuy, busy }: ProductPriceCardProps) {
  const discount = computeDiscountTenths(product.price, rule)
  const what = `${product.name} ${ruleNames[rule]}`
  return (
    <li className={styles.ticket}>
      <span className={styles.rule}>{ruleNames[rule]}</span>
      <span className={styles.figures}>
        <span className={styles.price}>
          <YuanAmount amount={product.price[rule]} as="price" unit={`/${unitNames[rule]}`} />
          {discount && (
            <del className={styles.origin}>
              <span className="visually-hidden">原价</span>
              <YuanAmount amount={product.price[`${rule}_origin`]} />
            </del>
          )}
        </span>
        {rule !== 'hour' && (
          <span className={styles.hourly} data-cheapest={cheapest}>
            折合 <YuanAmount amount={computeHourlyPrice(product.price, rule)} />
            /小时{cheapest && '，最省'}
          </span>
        )}
      </span>
      {activity && canBuyProduct(product) ? (
        <button
          type="button"
          className={`${controls.button} ${controls.small} ${controls.buyLight}`}
          aria-label={`活动价租用 ${what}`}
          disabled={busy}
          onClick={() => onActivityBuy({ ...activity.product_data, product_id: product.id, activity_id: activity.id })}
        >
          活动价租用
        </button>
      ) : (
        <BuyLink product_id={product.id} charge_rule={rule} available={canBuyProduct(product)} label="租用" what={what} light />
      )}
    </li>
  )
}

/** `空闲 16 · 单次最多 8`, in the market's wording; only the market knows the number of free cards. */
function formatStock({ product: { gpu_idles: gpuIdles }, detail }: HomeOffer): string {
  if (gpuIdles === 0) return '暂无空闲'
  return detail ? `空闲 ${detail.gpu_free} · 单次最多 ${gpuIdles}` : `单次最多 ${gpuIdles} 张`
}

interface Props {
  offer: HomeOffer
  /** The activity that applies to this product. */
  activity: Activity | undefined
  onActivityBuy: (wanted: ActivitySelection) => void
  busy: boolean
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
