import { useState } from 'react'
import frame from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { getServerNow } from '#src/api/server-time.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './CreateForm.module.css'
import { CreateForm } from './CreateForm.tsx'
import { FormStep } from './FormStep.tsx'
import { QuoteSkeleton } from './QuoteSkeleton.tsx'
import { useCatalogue } from './use-catalogue.ts'

/** Skeleton of the page. */
function CreateSkeleton() {
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

/** Create page: four steps on one page, with the price summary beside them. */
export default function CreateInstance() {
  const { catalogue, error, retry } = useCatalogue()
  // stored here because the form may mount more than once before it is ready, and the default name uses this time
  const [openedAt] = useState(() => new Date(getServerNow()).toISOString())
  return (
    <div className={frame.page}>
      <PageHeading title="创建实例" meaning="选卡、选镜像、选计费方式，几十秒后就能在浏览器里打开终端。" />
      <AsyncView data={catalogue} error={error} errorTitle="产品加载失败" onRetry={retry} skeleton={<CreateSkeleton />}>
        {(present) => <CreateForm catalogue={present} openedAt={openedAt} />}
      </AsyncView>
    </div>
  )
}
