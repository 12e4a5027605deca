import { Button } from 'antd'
import { type CouponOffer, coupon_kinds, coupons } from '#contract/coupons.ts'
import { useAction } from '#src/admin/use-action.ts'
import { countText } from '#src/ui/count-text.ts'
import styles from './ClaimCentre.module.css'
import { scopeText } from './coupon-scope.ts'

/** One thing that can be taken: what it is worth, for what and until when, and the button. */
export function Offer({ offer }: { offer: CouponOffer }) {
  const { run, pending, failure } = useAction(coupons.claim, { page_tells: true })
  return (
    <li className={styles.offer} data-off={offer.why_not !== null}>
      <div className={styles.worth}>
        <strong>{offer.terms}</strong>
        <span>{coupon_kinds[offer.kind]}</span>
      </div>
      <div className={styles.facts}>
        <h3>{offer.name}</h3>
        <p>{scopeText(offer)}</p>
        <p>{offer.validity}</p>
        <div className={styles.take}>
          <span>
            剩 {countText(offer.left)} 张{offer.per_user > 1 && `，已领 ${offer.mine} / ${offer.per_user}`}
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
