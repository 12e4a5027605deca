import { memo } from 'react'
import { getColumnAlign, getColumnKey } from '#src/admin/columns.tsx'
import { getListCapabilities } from '#src/admin/list-capabilities.ts'
import { useStore } from '#src/ui/use-store.ts'
import { density } from './density.ts'
import styles from './ListTable.module.css'
import type { ListBodyProps } from './list-body.ts'
import { SortHeader } from './SortHeader.tsx'
import { TableRow } from './TableRow.tsx'
import { TickBox } from './TickBox.tsx'

/** The rows as a table; its heads write the order into the address. */
export const ListTable = memo(function ListTable(props: ListBodyProps) {
  const { resource, state, change, rows, columns, stale, actions, run, selection } = props
  const size = useStore(density)
  const { sortable } = getListCapabilities(resource)
  const chosen = new Set(selection?.ids)
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
                  checked={chosen.size === rows.length}
                  some={chosen.size > 0 && chosen.size < rows.length}
                  onChange={(all) => selection.set(all ? rows.map(({ id }) => id) : [])}
                />
              </th>
            )}
            {columns.map((column) => (
              <SortHeader
                key={getColumnKey(column)}
                title={column.title}
                align={getColumnAlign(column) ?? 'start'}
                spare={column.spare}
                order={orderOf(column.field)}
                onSort={(order) => change({ sort: order && { field: column.field, order } })}
              />
            ))}
            {actions.length > 0 && <th className={styles.actions}>操作</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={row.id}
              resource={resource}
              row={row}
              columns={columns}
              actions={actions}
              run={run}
              selected={chosen.has(row.id)}
              onSelect={selection?.toggle ?? null}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
})
