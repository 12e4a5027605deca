import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './VerifyRealNameForm.module.css'

/** Skeleton of the form. */
export function CertificationSkeleton() {
  return (
    <PagePanel>
      <div className={styles.skeleton} role="status" aria-label="加载中">
        <Skeleton width={72} />
        <Skeleton height={34} />
        <Skeleton width={72} />
        <Skeleton height={34} />
        <Skeleton width={280} />
      </div>
    </PagePanel>
  )
}
