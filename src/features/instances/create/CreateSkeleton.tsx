import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './CreateForm.module.css'
import { FormStep } from './FormStep.tsx'
import { QuoteSkeleton } from './QuoteSkeleton.tsx'

/** The outline of the page. */
export function CreateSkeleton() {
  return (
    <div className={styles.columns}>
      <div className={styles.steps}>
        <FormStep number={1} title="地域与产品">
          <Skeleton width={320} height={36} />
          <SkeletonRows rows={5} columns={4} />
        </FormStep>
        <FormStep number={2} title="规格">
          <Skeleton height={120} />
        </FormStep>
      </div>
      <div className={styles.summary}>
        <Skeleton width="80%" />
        <QuoteSkeleton />
      </div>
    </div>
  )
}
