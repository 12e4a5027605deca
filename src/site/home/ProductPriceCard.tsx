import type { Activity } from '#contract/activities.ts'
import type { ChargeRule } from '#contract/instances.ts'
import type { ActivityWanted } from '#src/site/activity/activity-paths.ts'
import { BuyLink } from '#src/site/offers/BuyLink.tsx'
import { canBuy } from '#src/site/offers/buy.ts'
import type { HomeProduct } from '#src/site/offers/offer.ts'
import { discountOf, effectiveHourly, rule_names, unit_names } from '#src/ui/catalogue/price.ts'
import controls from '#src/ui/controls.module.css'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './ProductPriceCard.module.css'

interface Props {
  product: HomeProduct
  rule: ChargeRule
  /** The lowest price per hour of the three. */
  cheapest: boolean
  /** What this way of paying is discounted by. */
  activity: Activity | undefined
  onActivityBuy: (wanted: ActivityWanted) => void
  busy: boolean
}

/** One product under one way of paying, with its own button (spec §2). */
export function PriceTicket({ product, rule, cheapest, activity, onActivityBuy, busy }: Props) {
  const discount = discountOf(product.price, rule)
  const what = `${product.name} ${rule_names[rule]}`
  return (
    <li className={styles.ticket}>
      <span className={styles.rule}>{rule_names[rule]}</span>
      <span className={styles.figures}>
        <span className={styles.price}>
          <Yuan amount={product.price[rule]} as="price" unit={`/${unit_names[rule]}`} />
          {discount && (
            <del className={styles.origin}>
              <span className="visually-hidden">原价</span>
              <Yuan amount={product.price[`${rule}_origin`]} />
            </del>
          )}
        </span>
        {rule !== 'hour' && (
          <span className={styles.hourly} data-cheapest={cheapest}>
            折合 <Yuan amount={effectiveHourly(product.price, rule)} />
            /小时{cheapest && '，最省'}
          </span>
        )}
      </span>
      {activity && canBuy(product) ? (
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
        <BuyLink product_id={product.id} charge_rule={rule} available={canBuy(product)} label="租用" what={what} light />
      )}
    </li>
  )
}
