import type { Coupon } from '#contract/coupons.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './Coupons.module.css'

/** What is left of a voucher, of how much; of a coupon whether it is there. */
export function Remaining({ coupon: { remaining, face, state, spent } }: { coupon: Coupon }) {
  if (remaining === null || face === null)
    return state === 'used_up' ? (
      <>
        省了 <Yuan amount={spent} />
      </>
    ) : (
      <>1 张</>
    )
  return (
    <>
      <Yuan amount={remaining} />
      <span className={styles.quiet}>
        {' '}
        / <Yuan amount={face} />
      </span>
    </>
  )
}
