import { Link } from 'react-router-dom'
import { type Coupon, coupon_kinds } from '#contract/coupons.ts'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Remaining } from './CouponRemaining.tsx'
import { CouponState } from './CouponStateTag.tsx'
import styles from './Coupons.module.css'
import { scopeText } from './coupon-scope.ts'

/** What a person holds, on a phone. */
export function CouponCard({ coupon }: { coupon: Coupon }) {
  return (
    <div className={styles.card}>
      <h2>
        <Link to={paths.coupon(coupon.id)}>{coupon.name}</Link>
      </h2>
      <span className={styles.end}>
        <CouponState state={coupon.state} />
      </span>
      <span className={styles.quiet}>{`${coupon_kinds[coupon.kind]} · ${coupon.terms}`}</span>
      <strong className={styles.end}>
        <Remaining coupon={coupon} />
      </strong>
      <span className={styles.quiet}>{scopeText(coupon)}</span>
      <span className={`${styles.quiet} ${styles.end}`}>
        <TimeText at={coupon.valid_until} /> 到期
      </span>
    </div>
  )
}
