import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './CreateSummary.module.css'

/** Skeleton of a quote that is loading. */
export function QuoteSkeleton() {
  return (
    <div className={styles.quote} role="status" aria-label="正在报价">
      <Skeleton height={42} />
      <Skeleton height={42} />
      <Skeleton width="60%" height={38} />
      <Skeleton height={180} />
    </div>
  )
}
