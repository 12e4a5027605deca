import { useEffect } from 'react'
import { standing } from '#src/admin/layout/dialog-focus.ts'
import { useStable } from '#src/ui/use-stable.ts'
import { shortcut_state } from './shortcut-state.ts'
import { type ShortcutWorld, shortcuts } from './shortcuts.ts'

/** The second key must follow the first within this. */
const sequence_ms = 1200

const typing = 'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"], .xterm'
/** What is over the page has the keyboard to itself; the menu at its side is a part of it. */
const covers = '[role="dialog"], [role="menu"], [role="listbox"], dialog'
const isCovered = (target: Element): boolean => {
  const over = target.closest(covers)
  return over !== null && !over.closest('nav')
}

const isElsewhere = ({ target, isComposing }: KeyboardEvent): boolean =>
  isComposing || !(target instanceof Element) || target.closest(typing) !== null || isCovered(target)

/** The first key of two. */
let first = { key: '', at: 0 }

/** Lets the table of shortcuts act: never while somebody types, never with a modifier, and only when switched on. */
export function useShortcuts(world: ShortcutWorld): void {
  const press = useStable((event: KeyboardEvent) => {
    const palette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (palette) {
      event.preventDefault()
      first = { key: '', at: 0 }
      // a question over the page is answered first
      if (!standing() && !document.querySelector('dialog[open]')) world.openPalette()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isElsewhere(event)) return
    if (shortcut_state.get() === 'off') return
    const begun = performance.now() - first.at < sequence_ms ? first.key : ''
    first = { key: '', at: 0 }
    const keys = begun ? `${begun} ${event.key}` : event.key
    if (!begun && shortcuts.some((shortcut) => shortcut.keys.startsWith(`${event.key} `))) {
      first = { key: event.key, at: performance.now() }
      return
    }
    const shortcut = shortcuts.find((known) => known.keys === keys)
    if (shortcut?.run(world)) event.preventDefault()
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [press])
}
