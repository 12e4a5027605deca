import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './AccountSecurityPage.module.css'

/** The outline of the page. */
export function SecuritySkeleton() {
  return (
    <div className={styles.panels} role="status" aria-label="加载中">
      <PagePanel>
        <Skeleton height={56} />
      </PagePanel>
      <PagePanel>
        <SkeletonRows />
      </PagePanel>
    </div>
  )
}
