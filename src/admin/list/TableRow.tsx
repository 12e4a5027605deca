import { memo } from 'react'
import { RowActions } from '#src/admin/actions/RowActions.tsx'
import { type Column, getColumnAlign, getColumnKey, renderCell } from '#src/admin/columns.tsx'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import styles from './ListTable.module.css'
import { RowTitle } from './RowTitle.tsx'
import { TickBox } from './TickBox.tsx'

interface Props {
  resource: Resource
  row: Row
  columns: readonly Column<Row>[]
  actions: readonly RowAction<Row>[]
  run: (action: RowAction<Row>, row: Row) => void
  selected: boolean
  /** Only where something can be done in bulk. */
  onSelect: ((id: string, selected: boolean) => void) | null
}

/** One row, drawn again only when it has changed itself: a hundred of them may be on the screen while a few move. */
export const TableRow = memo(function TableRow({ resource, row, columns, actions, run, selected, onSelect }: Props) {
  const title = resource.title(row)
  const [first, ...others] = columns
  return (
    <tr tabIndex={-1} data-row={row.id} data-selected={selected}>
      {onSelect && (
        <td className={styles.select}>
          <TickBox label={`选择 ${title}`} checked={selected} onChange={(checked) => onSelect(row.id, checked)} />
        </td>
      )}
      {first && (
        <td data-align={getColumnAlign(first)}>
          <RowTitle resource={resource} row={row}>
            {renderCell(first, row)}
          </RowTitle>
          {first.below && <div>{first.below(row)}</div>}
        </td>
      )}
      {others.map((column) => (
        <td key={getColumnKey(column)} data-align={getColumnAlign(column)} data-spare={column.spare}>
          {renderCell(column, row)}
        </td>
      ))}
      {actions.length > 0 && (
        <td className={styles.actions}>
          <RowActions row={row} title={title} actions={actions} run={run} width={resource.actionsWidth} />
        </td>
      )}
    </tr>
  )
})
