import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './BalancePanel.module.css'

/** The outline of the balance. */
export function BalanceSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="加载中">
      <Skeleton width={160} height={38} />
      <Skeleton width={120} />
      <Skeleton height={120} />
    </div>
  )
}
