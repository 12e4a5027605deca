import { Skeleton } from '#src/kit/Skeleton.tsx'
import styles from './Access.module.css'

/** The ways in while they are asked for. */
export function AccessSkeleton() {
  return (
    <div className={styles.ways} role="status" aria-label="加载中">
      <div className={styles.way}>
        <Skeleton width={72} />
        <Skeleton height={40} />
        <Skeleton width="40%" />
      </div>
      <div className={styles.way}>
        <Skeleton width={72} />
        <Skeleton height={34} />
      </div>
    </div>
  )
}
