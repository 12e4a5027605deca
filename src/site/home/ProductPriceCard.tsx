import type { Activity } from '#contract/activities.ts'
import type { ChargeRule } from '#contract/instances.ts'
import type { ActivitySelection } from '#src/site/activity/activity-paths.ts'
import { BuyLink } from '#src/site/offers/BuyLink.tsx'
import { canBuyProduct } from '#src/site/offers/buy.ts'
import type { HomeProduct } from '#src/site/offers/offer.ts'
import { computeDiscountTenths, computeHourlyPrice, ruleNames, unitNames } from '#src/ui/catalogue/price.ts'
import controls from '#src/ui/controls.module.css'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './ProductPriceCard.module.css'

interface Props {
  product: HomeProduct
  rule: ChargeRule
  /** The lowest price per hour of the three. */
  cheapest: boolean
  /** What this way of paying is discounted by. */
  activity: Activity | undefined
  onActivityBuy: (wanted: ActivitySelection) => void
  busy: boolean
}

/** One product under one way of paying, with its own button (spec §2). */
export function ProductPriceCard({ product, rule, cheapest, activity, onActivityBuy, busy }: Props) {
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
