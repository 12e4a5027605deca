import { memo, type ReactNode } from 'react'
import { RowActions } from '#src/admin/actions/RowActions.tsx'
import { type Column, findColumnAlign, formatCell, getColumnKey, renderCell } from '#src/admin/columns.tsx'
import { getListCapabilities } from '#src/admin/list-capabilities.ts'
import type { ListState } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { density } from './density.ts'
import { type ListRowProps, ListRows } from './ListRows.tsx'
import styles from './ListTable.module.css'
import type { ListBodyProps } from './list-body.ts'
import { RowTitle } from './RowTitle.tsx'
import { TickBox } from './TickBox.tsx'

type Order = NonNullable<ListState['sort']>['order']

/** Cycle of a sort header: ascending, descending, default order. */
const next = { none: 'asc', asc: 'desc', desc: undefined } as const
const spoken = { asc: 'ascending', desc: 'descending' } as const

interface SortHeaderProps {
  title: string
  align: 'start' | 'end'
  spare: true | undefined
  /** Current order; null if the column is not sortable. */
  order: Order | undefined | null
  onSort: (order: Order | undefined) => void
}

/** Header of a column. */
function SortHeader({ title, align, spare, order, onSort }: SortHeaderProps) {
  if (order === null)
    return (
      <th data-align={align} data-spare={spare}>
        {title}
      </th>
    )
  return (
    <th data-align={align} data-spare={spare} aria-sort={order ? spoken[order] : 'none'}>
      <button type="button" className={styles.sort} onClick={() => onSort(next[order ?? 'none'])}>
        {title}
        <Icon name="chevron" className={styles.mark} data-order={order} />
      </button>
    </th>
  )
}

/** Texts above this length may be wider than a column should be. */
const longText = 32

/** Renders a cell; a long text of its own ends in an ellipsis, and the whole of it stands in its title. */
function renderTableCell(column: Column<Row>, row: Row): ReactNode {
  const text = column.type || column.render ? '' : formatCell(column, row)
  if (text.length <= longText) return renderCell(column, row)
  return (
    <span className={styles.long} title={text}>
      {text}
    </span>
  )
}

/** One row; memoised, because a hundred rows may be visible while only a few change. */
const TableRow = memo(function TableRow({ resource, row, columns, actions, run, selected, onSelect }: ListRowProps) {
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
        <td data-align={findColumnAlign(first)}>
          <RowTitle resource={resource} row={row}>
            {renderTableCell(first, row)}
          </RowTitle>
          {first.below && <div>{first.below(row)}</div>}
        </td>
      )}
      {others.map((column) => (
        <td key={getColumnKey(column)} data-align={findColumnAlign(column)} data-spare={column.spare}>
          {renderTableCell(column, row)}
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

/** Rows as a table; the column headers write the sort order to the address. */
export const ListTable = memo(function ListTable(props: ListBodyProps) {
  const { resource, state, change, rows, columns, stale, actions, selection } = props
  const size = useStore(density)
  const { sortable } = getListCapabilities(resource)
  const orderOf = (field: string) => {
    if (!sortable.has(field)) return null
    return state.sort?.field === field ? state.sort.order : undefined
  }
  return (
    <div className={styles.scroll} aria-busy={stale}>
      <table className={styles.table} data-density={size}>
        <thead>
          <tr>
            {selection && (
              <th className={styles.select}>
                <TickBox
                  label="选择本页全部"
                  checked={selection.ids.length === rows.length}
                  some={selection.ids.length > 0 && selection.ids.length < rows.length}
                  onChange={(all) => selection.set(all ? rows.map(({ id }) => id) : [])}
                />
              </th>
            )}
            {columns.map((column) => (
              <SortHeader
                key={getColumnKey(column)}
                title={column.title}
                align={findColumnAlign(column) ?? 'start'}
                spare={column.spare}
                order={orderOf(column.field)}
                onSort={(order) => change({ sort: order && { field: column.field, order } })}
              />
            ))}
            {actions.length > 0 && <th className={styles.actions}>操作</th>}
          </tr>
        </thead>
        <tbody>
          <ListRows as={TableRow} {...props} />
        </tbody>
      </table>
    </div>
  )
})
