import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { PagePanel } from './PagePanel.tsx'
import styles from './PageSkeleton.module.css'

/** Skeleton of a page whose code is loading. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="加载中">
      <div className={styles.head}>
        <Skeleton width={160} height={28} />
        <Skeleton width={320} />
      </div>
      <PagePanel flush>
        <SkeletonRows rows={8} />
      </PagePanel>
    </div>
  )
}
