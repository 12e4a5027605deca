import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PageHeader } from '#src/admin/layout/PageHeading.tsx'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { resourcePaths, rowPath } from '#src/admin/resource-paths.ts'
import type { Row } from '#src/admin/row-types.ts'
import { spaced } from '#src/ui/mixed-spacing.ts'
import { ResourceForm } from './ResourceForm.tsx'

function UpdatePage({ resource, row: present }: { resource: Resource; row: Row }) {
  const [row] = useState(present) // what the form opened with
  const navigate = useNavigate()
  const { show, list } = resourcePaths(resource)
  const leave = () => void navigate(show ? rowPath(show, row.id) : list)
  const title = resource.title(row)
  const label = spaced(`${resource.form?.update_label ?? '编辑'}${resource.label}`)
  const trail = [
    { label: resource.label, to: list },
    { label: title, ...(show && { to: rowPath(show, row.id) }) },
  ]
  return (
    <>
      <PageHeader title={label} trail={trail} />
      <Panel form>
        <ResourceForm resource={resource} row={row} onSaved={leave} onCancel={leave} />
      </Panel>
    </>
  )
}

/** The page that changes a row. */
export default function Update({ resource }: { resource: Resource }) {
  return <RowView resource={resource}>{(row) => <UpdatePage key={row.id} resource={resource} row={row} />}</RowView>
}
