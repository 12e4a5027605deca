import { useCallback, useMemo, useState } from 'react'
import type { Row } from '#src/admin/row-types.ts'

export interface RowSelection {
  ids: readonly string[]
  rows: readonly Row[]
  set: (ids: readonly string[]) => void
  toggle: (id: string, selected: boolean) => void
}

/** Tracks the selected rows of the current page; rows that leave it are deselected. */
export function useSelection(rows: readonly Row[]): RowSelection {
  const [chosen, set] = useState<readonly string[]>([])
  const toggle = useCallback(
    (id: string, selected: boolean) => set((before) => (selected ? [...before, id] : before.filter((other) => other !== id))),
    [],
  )
  return useMemo(() => {
    const selected = rows.filter(({ id }) => chosen.includes(id))
    return { ids: selected.map(({ id }) => id), rows: selected, set, toggle }
  }, [rows, chosen, toggle])
}
