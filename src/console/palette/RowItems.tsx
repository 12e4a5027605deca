import { Command } from 'cmdk'
import { cellContent } from '#src/console/generic/cell.tsx'
import type { Row } from '#src/resources/declared.ts'
import type { Resource } from '#src/resources/define-resource.ts'
import styles from './Palette.module.css'
import { useFoundRows } from './use-found-rows.ts'

interface Props {
  resource: Resource
  typed: string
  onChoose: (row: Row) => void
}

const prefix = 'row '
/** Whether the server has found it: what is typed need not stand in it. */
export const isFoundRow = (value: string): boolean => value.startsWith(prefix)

/** Rows the server found; choosing one shows what can be done with it. */
export function RowItems({ resource, typed, onChoose }: Props) {
  const { rows, searching } = useFoundRows(resource, typed)
  const state = resource.columns.find(({ field }) => field === 'status')
  if (!rows.length) return searching ? <Command.Loading>正在搜索{resource.label}…</Command.Loading> : null
  return (
    <Command.Group heading={resource.label}>
      {rows.map((row) => (
        <Command.Item key={row.id} value={`${prefix}${resource.name}/${row.id}`} onSelect={() => onChoose(row)}>
          {resource.nav?.icon}
          <span className={styles.label}>{resource.title(row)}</span>
          <span className={styles.id}>{row.id}</span>
          {state && cellContent(state, row)}
        </Command.Item>
      ))}
    </Command.Group>
  )
}
