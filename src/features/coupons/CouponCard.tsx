import { Link } from 'react-router-dom'
import { type Coupon, couponKinds } from '#contract/coupons.ts'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { CouponRemaining } from './CouponRemaining.tsx'
import { CouponStateTag } from './CouponStateTag.tsx'
import styles from './Coupons.module.css'
import { toCouponScopeText } from './coupon-scope.ts'

/** What a person holds, on a phone. */
export function CouponCard({ coupon }: { coupon: Coupon }) {
  return (
    <div className={styles.card}>
      <h2>
        <Link to={paths.coupon(coupon.id)}>{coupon.name}</Link>
      </h2>
      <span className={styles.end}>
        <CouponStateTag state={coupon.state} />
      </span>
      <span className={styles.quiet}>{`${couponKinds[coupon.kind]} · ${coupon.terms}`}</span>
      <strong className={styles.end}>
        <CouponRemaining coupon={coupon} />
      </strong>
      <span className={styles.quiet}>{toCouponScopeText(coupon)}</span>
      <span className={`${styles.quiet} ${styles.end}`}>
        <TimeText at={coupon.valid_until} /> 到期
      </span>
    </div>
  )
}
