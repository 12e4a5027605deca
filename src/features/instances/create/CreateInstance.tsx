import { useState } from 'react'
import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { getServerNow } from '#src/api/server-time.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CreateForm } from './CreateForm.tsx'
import { CreateSkeleton } from './CreateSkeleton.tsx'
import { useCatalogue } from './use-catalogue.ts'

/** Four steps on one page, beside them what they come to. */
export default function CreateInstance() {
  const { catalogue, error, retry } = useCatalogue()
  // here, and not in the form, which may be drawn more than once before it stands: the name is made of it
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
