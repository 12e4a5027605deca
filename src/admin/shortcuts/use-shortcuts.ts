import { useEffect } from 'react'
import { createKeybindingsHandler, type KeyBindingMap } from 'tinykeys'
import { findTopDialog } from '#src/admin/layout/dialog-focus.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { shortcutState } from './shortcut-state.ts'
import { type Shortcut, type ShortcutHandlers, shortcuts } from './shortcuts.ts'

/** The second key must follow the first within this. */
const sequenceMs = 1200

const typingSelector = 'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"], .xterm'
/** What is over the page has the keyboard to itself; the menu at its side is a part of it. */
const overlaySelector = '[role="dialog"], [role="menu"], [role="listbox"], dialog'
const isCovered = (target: Element): boolean => {
  const over = target.closest(overlaySelector)
  return over !== null && !over.closest('nav')
}

const isIgnoredTarget = ({ target, isComposing }: KeyboardEvent): boolean =>
  isComposing || !(target instanceof Element) || target.closest(typingSelector) !== null || isCovered(target)

/** Which keyboards write a sign with Shift differs. */
const listKeyPresses = ({ keys }: Shortcut): string[] => (/^\W$/.test(keys) ? [keys, `Shift+${keys}`] : [keys])

/** Lets the table of shortcuts act: never while somebody types, never with a modifier, and only when switched on. */
export function useShortcuts(world: ShortcutHandlers): void {
  const act = useStableCallback((event: KeyboardEvent, run: Shortcut['run']) => {
    // the last key of a sequence is taken by the sequence, which stands before the single keys
    if (!event.defaultPrevented && run(world)) event.preventDefault()
  })
  const openPalette = useStableCallback((event: KeyboardEvent) => {
    event.preventDefault()
    // a question over the page is answered first
    if (!findTopDialog() && !document.querySelector('dialog[open]')) world.openPalette()
  })
  useEffect(() => {
    const bindings = shortcuts.flatMap((shortcut) =>
      listKeyPresses(shortcut).map((press) => [press, (event: KeyboardEvent) => act(event, shortcut.run)]),
    )
    const pressSingle = createKeybindingsHandler(Object.fromEntries(bindings) as KeyBindingMap, { timeout: sequenceMs })
    const pressPalette = createKeybindingsHandler({ 'Control+k': openPalette, 'Meta+k': openPalette })
    const press = (event: KeyboardEvent) => {
      pressPalette(event)
      if (!event.defaultPrevented && !isIgnoredTarget(event) && shortcutState.get() === 'on') pressSingle(event)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [act, openPalette])
}
