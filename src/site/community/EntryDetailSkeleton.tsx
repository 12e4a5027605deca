import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './EntryDetailFrame.module.css'

export const EntryDetailSkeleton = () => (
  <>
    <h1 className="visually-hidden">正在加载</h1>
    <div className={styles.entry} aria-hidden="true">
      <div className={styles.head}>
        <Skeleton width="46%" height={36} />
        <Skeleton width="72%" height={20} />
      </div>
      <div className={styles.side}>
        <Skeleton height={48} />
        <SkeletonRows rows={6} columns={2} />
      </div>
      <div className={styles.body}>
        <SkeletonRows rows={10} columns={1} />
      </div>
    </div>
  </>
)
