import type { ComponentType } from 'react'
import type { Column } from '#src/admin/columns.tsx'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import type { ListBodyProps } from './list-body.ts'

/** Props of one row, in the table and as a card. */
export interface ListRowProps {
  resource: Resource
  row: Row
  columns: readonly Column<Row>[]
  actions: readonly RowAction<Row>[]
  run: (action: RowAction<Row>, row: Row) => void
  selected: boolean
  /** Null if the resource has no bulk actions. */
  onSelect: ((id: string, selected: boolean) => void) | null
}

type Props = Pick<ListBodyProps, 'resource' | 'rows' | 'columns' | 'actions' | 'run' | 'selection'> & {
  as: ComponentType<ListRowProps>
}

/** All rows of a list, each drawn by the component `as`. */
export function ListRows({ as: ListRow, resource, rows, columns, actions, run, selection }: Props) {
  const chosen = new Set(selection?.ids)
  return rows.map((row) => (
    <ListRow
      key={row.id}
      resource={resource}
      row={row}
      columns={columns}
      actions={actions}
      run={run}
      selected={chosen.has(row.id)}
      onSelect={selection?.toggle ?? null}
    />
  ))
}
