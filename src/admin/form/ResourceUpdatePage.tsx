import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import page from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { buildResourcePaths, buildRowPath } from '#src/admin/resource-paths.ts'
import type { Row } from '#src/admin/row-types.ts'
import { addMixedSpacing } from '#src/ui/mixed-spacing.ts'
import { ResourceForm } from './ResourceForm.tsx'
import { useFormLeave } from './use-form-leave.ts'

function UpdatePage({ resource, row: present }: { resource: Resource; row: Row }) {
  const [row] = useState(present) // the row at the time the form opened
  const navigate = useNavigate()
  const { show, list } = buildResourcePaths(resource)
  const toRow = () => void navigate(show ? buildRowPath(show, row.id) : list)
  const leave = useFormLeave(toRow)
  const title = resource.title(row)
  const label = addMixedSpacing(`${resource.form?.updateLabel ?? '编辑'}${resource.label}`)
  const trail = [
    { label: resource.label, to: list },
    { label: title, ...(show && { to: buildRowPath(show, row.id) }) },
  ]
  return (
    <>
      <PageHeading title={label} trail={trail} />
      <div className={page.page}>
        <PagePanel>
          <ResourceForm resource={resource} row={row} onSaved={toRow} onCancel={leave} />
        </PagePanel>
      </div>
    </>
  )
}

/** Page that changes a row. */
export default function ResourceUpdatePage({ resource }: { resource: Resource }) {
  return <RowView resource={resource}>{(row) => <UpdatePage key={row.id} resource={resource} row={row} />}</RowView>
}
