import type { Coupon } from '#contract/coupons.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './Coupons.module.css'

/** What is left of a voucher, of how much; of a coupon whether it is there. */
export function CouponRemaining({ coupon: { remaining, face, state, spent } }: { coupon: Coupon }) {
  if (remaining === null || face === null)
    return state === 'used_up' ? (
      <>
        省了 <YuanAmount amount={spent} />
      </>
    ) : (
      <>1 张</>
    )
  return (
    <>
      <YuanAmount amount={remaining} />
      <span className={styles.quiet}>
        {' '}
        / <YuanAmount amount={face} />
      </span>
    </>
  )
}
