import { useState } from 'react'

/** Folds a list to its first items; `toggle` unfolds it. `rest` is the number of folded items, 0 if none is. */
export function useFold<T>(items: readonly T[], shown: number) {
  const [open, setOpen] = useState(false)
  return {
    items: open ? items : items.slice(0, shown),
    rest: Math.max(0, items.length - shown),
    open,
    toggle: () => setOpen(!open),
  }
}
