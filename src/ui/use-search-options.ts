import { useEffect, useLayoutEffect, useState } from 'react'
import type { SearchControl } from './header/SearchShell.tsx'

export interface SearchOption {
  /** Without spaces, and the same for the same thing whatever stands around it. */
  id: string
  run: () => void
  /** Shown, and not to be run now. */
  off?: boolean | undefined
}

const steps: Record<string, (at: number, length: number) => number> = {
  ArrowDown: (at, length) => (at + 1) % length,
  ArrowUp: (at, length) => (at - 1 + length) % length,
}

/**
 * Which of the options is chosen: the first that can be run, until an arrow or the pointer says otherwise; typing starts again
 * at the first. So one is always chosen where there is one, also when others come later. Enter runs it, and an Enter that was
 * pressed while there was none yet runs the first that comes.
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
    // the first is shown with the heading over it
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

  /** What the element of an option bears. The box keeps the focus, so keys are its own. */
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
