import type { ReactNode } from 'react'
import type { Row } from '#src/admin/declared.ts'
import type { Column } from '#src/admin/resource.ts'

/** The plain text of a field: what is exported, and shown where a column draws nothing itself. */
export function cellText(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row)
  const value = row[column.field]
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

export const cellContent = (column: Column<Row>, row: Row): ReactNode => column.render?.(row) ?? (cellText(column, row) || '—')

export const columnKey = (column: Column<Row>): string => column.key ?? column.field
