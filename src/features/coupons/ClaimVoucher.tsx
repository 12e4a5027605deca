import { Button } from 'antd'
import { type CouponOffer, coupons } from '#contract/coupons.ts'
import { useAction } from '#src/admin/use-action.ts'
import { currentUser } from '#src/session/current-user.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './ClaimVoucher.module.css'
import { useCouponOffers } from './use-coupon-offers.ts'

/** Finds the best claimable offer; for an unverified user, the best one available after verification. */
function findBestOffer(offers: readonly CouponOffer[], verified: boolean): (CouponOffer & { face: string }) | undefined {
  const open = offers.flatMap((offer) =>
    offer.face !== null && offer.mine < offer.per_user && (offer.why_not === null || !verified)
      ? [{ ...offer, face: offer.face }]
      : [],
  )
  return open.toSorted((a, b) => Number(b.face) - Number(a.face))[0]
}

/** Hint about a claimable voucher, shown where money is about to be spent; renders nothing if there is none. */
export default function ClaimVoucher() {
  const { data } = useCouponOffers()
  const user = useStore(currentUser)
  const { run, pending, failure } = useAction(coupons.claim, { pageTells: true })
  if (!data || !user || user.account_type === 'sub') return null
  const verified = user.real_name.passed === 'T'
  const offer = findBestOffer(data, verified)
  if (!offer) return null
  return (
    <div className={styles.claim}>
      <Icon name="coupon" />
      <p>
        {!verified && '实名认证后'}可领 <YuanAmount amount={offer.face} as="price" /> {offer.name}，付款和用量都先用它抵扣
        {failure && <span className={styles.fault}>{failure.message}</span>}
      </p>
      {verified && (
        <Button
          size="small"
          loading={pending}
          aria-label={`领取 ${offer.name}`}
          onClick={() => void run({ body: { campaign_id: offer.id } })}
        >
          领取
        </Button>
      )}
    </div>
  )
}
