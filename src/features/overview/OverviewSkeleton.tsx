import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './DataOverview.module.css'
import line from './OverviewFigures.module.css'

/** The outline of the overview. */
export function OverviewSkeleton() {
  return (
    <div className={styles.parts}>
      <div className={line.line}>
        {['running', 'burn', 'balance'].map((name) => (
          <div className={line.figure} key={name}>
            <Skeleton width={80} height={21} />
            <Skeleton width={140} height={38} />
            <Skeleton width={180} height={21} />
          </div>
        ))}
      </div>
      <PagePanel title="运行中的实例" flush>
        <SkeletonRows rows={2} />
      </PagePanel>
      <PagePanel title="最近发生" flush>
        <SkeletonRows rows={6} />
      </PagePanel>
    </div>
  )
}
