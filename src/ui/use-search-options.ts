import { useEffect, useLayoutEffect, useState } from 'react'
import type { SearchControl } from './header/SearchShell.tsx'

export interface SearchOption {
  /** Identifies the option independently of its neighbours; contains no spaces. */
  id: string
  run: () => void
  /** Shown, but currently disabled. */
  off?: boolean | undefined
}

const steps: Record<string, (at: number, length: number) => number> = {
  ArrowDown: (at, length) => (at + 1) % length,
  ArrowUp: (at, length) => (at - 1 + length) % length,
}

/**
 * Tracks the selected option: the first enabled one until an arrow key or the pointer moves it; typing resets it. So an option
 * is always selected if there is one, even if options arrive later. Enter runs it; an Enter pressed before any option exists
 * runs the first one that arrives.
 */
export function useSearchOptions(search: SearchControl, options: readonly SearchOption[], { searching = false } = {}) {
  const { typed, list, press, point, entered } = search
  const [moved, setMoved] = useState<{ typed: string; id: string } | null>(null)
  const kept = moved?.typed === typed ? options.find(({ id }) => id === moved.id) : undefined
  const chosen = kept ?? options.find(({ off }) => !off) ?? options[0]
  const chosenId = chosen?.id
  const elementOf = (id: string) => `${list}-${id}`

  useLayoutEffect(() => {
    point(chosenId && `${list}-${chosenId}`)
  }, [point, list, chosenId])
  useEffect(() => {
    // scroll to the top for the first option, so that its heading is visible
    if (kept) document.getElementById(`${list}-${chosenId}`)?.scrollIntoView({ block: 'nearest' })
    else document.getElementById(list)?.scrollTo?.({ top: 0 })
  }, [list, chosenId, kept])

  const run = ({ off, run: act }: SearchOption) => void (off || act())
  useLayoutEffect(() => {
    press.current = (key) => {
      const step = steps[key]
      if (!chosen || !(step || key === 'Enter')) return false
      const next = step && options[step(options.indexOf(chosen), options.length)]
      if (next) setMoved({ typed, id: next.id })
      else run(chosen)
      return true
    }
    return () => {
      press.current = null
    }
  })
  useEffect(() => {
    if (entered.current === null) return
    const waits = !chosen && searching && entered.current === typed
    if (waits) return
    const meant = entered.current === typed
    entered.current = null
    if (chosen && meant) run(chosen)
  })

  /** Returns the props of an option's element. The input keeps the focus and handles the keys. */
  const propsOf = (option: SearchOption) => ({
    id: elementOf(option.id),
    role: 'option',
    tabIndex: -1,
    'aria-selected': option.id === chosenId,
    'aria-disabled': option.off || undefined,
    onClick: () => run(option),
    onMouseMove: ({ movementX, movementY }: { movementX: number; movementY: number }) => {
      // the list moved, not the pointer
      if (movementX === 0 && movementY === 0) return
      if (option.id !== chosenId) setMoved({ typed, id: option.id })
    },
  })
  return { propsOf }
}
