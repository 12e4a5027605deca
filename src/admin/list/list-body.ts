import type { Column } from '#src/admin/columns.tsx'
import type { ListState, Resource, RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import type { ChangeList } from './use-list-state.ts'
import type { RowSelection } from './use-selection.ts'

/** Shared props of table and cards. */
export interface ListBodyProps {
  resource: Resource
  state: ListState
  change: ChangeList
  rows: readonly Row[]
  /** Columns of the resource that are not hidden. */
  columns: readonly Column<Row>[]
  /** True while the previous page is shown and the requested one is loading. */
  stale: boolean
  actions: readonly RowAction<Row>[]
  run: (action: RowAction<Row>, row: Row) => void
  /** Null if the resource has no bulk actions. */
  selection: RowSelection | null
}
