import { Modal } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { maxDialogFields } from '#src/admin/actions/row-actions.ts'
import { formatCreateLabel } from '#src/admin/create-label.ts'
import page from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { PageSkeleton } from '#src/admin/layout/PageSkeleton.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import { useFormLeave } from './use-form-leave.ts'
import { WhyNoneCreated } from './WhyNoneCreated.tsx'

const list = () => import('#src/admin/list/ResourceListPage.tsx')

/** Page that creates a row. A form with one or two fields opens as a dialog over the list, but still has its own address. */
export default function ResourceCreatePage({ resource }: { resource: Resource }) {
  const navigate = useNavigate()
  const [result, setResult] = useState<Record<string, unknown> | null>(null)
  const Created = resource.created && lazyPart(resource.created)
  const toList = () => void navigate(resource.path)
  const leave = useFormLeave(toList)
  const short = (resource.form?.create?.length ?? 0) <= maxDialogFields
  const List = lazyPart(resource.pages?.list ?? list)
  const title = formatCreateLabel(resource)
  const form = (
    <ResourceForm
      dialog={short}
      resource={resource}
      onSaved={(saved) => (Created ? setResult(saved) : toList())}
      onCancel={leave}
    />
  )

  return (
    <>
      {short ? (
        <>
          <Suspense fallback={<PageSkeleton />}>
            <List resource={resource} />
          </Suspense>
          <Modal open={!result} title={title} footer={null} onCancel={leave}>
            {form}
          </Modal>
        </>
      ) : (
        <>
          <PageHeading
            title={title}
            trail={[...(resource.parent ? [resource.parent] : []), { label: resource.label, to: resource.path }]}
          />
          <div className={page.page}>
            <PagePanel>
              {resource.form?.whyNoneCreated ? <WhyNoneCreated resource={resource}>{form}</WhyNoneCreated> : form}
            </PagePanel>
          </div>
        </>
      )}
      {Created && result && (
        <Suspense fallback={null}>
          <Created result={result} onClose={toList} />
        </Suspense>
      )}
    </>
  )
}
