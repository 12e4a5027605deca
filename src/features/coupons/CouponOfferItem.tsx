import { Button } from 'antd'
import { type CouponOffer, couponKinds, coupons } from '#contract/coupons.ts'
import { useAction } from '#src/admin/use-action.ts'
import { formatCount } from '#src/ui/count-text.ts'
import styles from './ClaimCentre.module.css'
import { toCouponScopeText } from './coupon-scope.ts'

/** One thing that can be taken: what it is worth, for what and until when, and the button. */
export function CouponOfferItem({ offer }: { offer: CouponOffer }) {
  const { run, pending, failure } = useAction(coupons.claim, { pageTells: true })
  return (
    <li className={styles.offer} data-off={offer.why_not !== null}>
      <div className={styles.worth}>
        <strong>{offer.terms}</strong>
        <span>{couponKinds[offer.kind]}</span>
      </div>
      <div className={styles.facts}>
        <h3>{offer.name}</h3>
        <p>{toCouponScopeText(offer)}</p>
        <p>{offer.validity}</p>
        <div className={styles.take}>
          <span>
            剩 {formatCount(offer.left)} 张{offer.per_user > 1 && `，已领 ${offer.mine} / ${offer.per_user}`}
          </span>
          <Button
            size="small"
            type="primary"
            aria-label={`领取 ${offer.name}`}
            disabled={offer.why_not !== null}
            loading={pending}
            onClick={() => void run({ body: { campaign_id: offer.id } })}
          >
            {offer.why_not ?? '领取'}
          </Button>
        </div>
        {failure && <p className={styles.fault}>{failure.message}</p>}
      </div>
    </li>
  )
}
