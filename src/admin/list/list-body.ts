import type { Column } from '#src/admin/columns.tsx'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import type { ListState } from '../resource.ts'
import type { ChangeList } from './use-list-state.ts'
import type { RowSelection } from './use-selection.ts'

/** What table and cards draw alike. */
export interface ListBodyProps {
  resource: Resource
  state: ListState
  change: ChangeList
  rows: readonly Row[]
  /** Those of the resource that are not hidden. */
  columns: readonly Column<Row>[]
  /** The page before the one asked for. */
  stale: boolean
  actions: readonly RowAction<Row>[]
  run: (action: RowAction<Row>, row: Row) => void
  /** Only where something can be done in bulk. */
  selection: RowSelection | null
}
