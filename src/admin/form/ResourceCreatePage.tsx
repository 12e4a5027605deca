import { Modal } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { maxDialogFields } from '#src/admin/actions/row-actions.ts'
import { formatCreateLabel } from '#src/admin/create-label.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { PageSkeleton } from '#src/admin/layout/PageSkeleton.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { ResourceForm } from './ResourceForm.tsx'

const list = () => import('#src/admin/list/ResourceListPage.tsx')

/** Page that creates a row. A form with one or two fields opens as a dialog over the list, but still has its own address. */
export default function ResourceCreatePage({ resource }: { resource: Resource }) {
  const navigate = useNavigate()
  const [result, setResult] = useState<Record<string, unknown> | null>(null)
  const Created = resource.created && lazyPart(resource.created)
  const toList = () => navigate(resource.path)
  const short = (resource.form?.create?.length ?? 0) <= maxDialogFields
  const List = lazyPart(resource.pages?.list ?? list)
  const title = formatCreateLabel(resource)
  const form = (
    <ResourceForm
      dialog={short}
      resource={resource}
      onSaved={(saved) => (Created ? setResult(saved) : void toList())}
      onCancel={() => void toList()}
    />
  )

  return (
    <>
      {short ? (
        <>
          <Suspense fallback={<PageSkeleton />}>
            <List resource={resource} />
          </Suspense>
          <Modal open={!result} title={title} footer={null} onCancel={() => void toList()}>
            {form}
          </Modal>
        </>
      ) : (
        <>
          <PageHeading
            title={title}
            trail={[...(resource.parent ? [resource.parent] : []), { label: resource.label, to: resource.path }]}
          />
          <PagePanel form>{form}</PagePanel>
        </>
      )}
      {Created && result && (
        <Suspense fallback={null}>
          <Created result={result} onClose={() => void toList()} />
        </Suspense>
      )}
    </>
  )
}
