import { useEffect } from 'react'
import { useRowActions } from '#src/admin/actions/use-row-actions.tsx'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'

interface Props {
  resource: Resource
  action: RowAction<Row>
  row: Row
}

/** Runs an action chosen in the palette as the list would, and holds its dialog. */
export default function ActionRunner({ resource, action, row }: Props) {
  const { run, dialog } = useRowActions(resource)
  useEffect(() => run(action, row), [run, action, row])
  return dialog
}
