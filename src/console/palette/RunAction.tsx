import { useEffect } from 'react'
import type { Row } from '#src/resources/declared.ts'
import type { Resource, RowAction } from '#src/resources/define-resource.ts'
import { useRowActions } from '../generic/actions/use-row-actions.tsx'

interface Props {
  resource: Resource
  action: RowAction<Row>
  row: Row
}

/** Starts an action chosen in the palette as the list would, and holds its dialog. */
export default function RunAction({ resource, action, row }: Props) {
  const { run, dialog } = useRowActions(resource)
  useEffect(() => run(action, row), [run, action, row])
  return dialog
}
