import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './Checkout.module.css'

/** The outline of the counter. */
export function CheckoutSkeleton() {
  return (
    <div className={styles.step} role="status" aria-label="加载中">
      <Skeleton width={200} height={48} />
      <Skeleton width={232} height={232} />
      <Skeleton width={160} />
    </div>
  )
}
