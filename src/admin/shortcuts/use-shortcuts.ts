import { useEffect } from 'react'
import { createKeybindingsHandler, type KeyBindingMap } from 'tinykeys'
import { findTopDialog } from '#src/admin/layout/dialog-focus.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { shortcutState } from './shortcut-state.ts'
import { type Shortcut, type ShortcutHandlers, shortcuts } from './shortcuts.ts'

/** Maximum time between the two keys of a sequence. */
const sequenceMs = 1200

const typingSelector = 'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"], .xterm'
/** Overlays that receive all keys; the side menu counts as part of the page. */
const overlaySelector = '[role="dialog"], [role="menu"], [role="listbox"], dialog'
const isCovered = (target: Element): boolean => {
  const over = target.closest(overlaySelector)
  return over !== null && !over.closest('nav')
}

const isIgnoredTarget = ({ target, isComposing }: KeyboardEvent): boolean =>
  isComposing || !(target instanceof Element) || target.closest(typingSelector) !== null || isCovered(target)

/** Adds a Shift variant for symbols, because keyboard layouts differ in which symbols need Shift. */
const listKeyPresses = ({ keys }: Shortcut): string[] => (/^\W$/.test(keys) ? [keys, `Shift+${keys}`] : [keys])

/** Handles the shortcuts: ignored while typing, with modifier keys, and when switched off. */
export function useShortcuts(world: ShortcutHandlers): void {
  const act = useStableCallback((event: KeyboardEvent, run: Shortcut['run']) => {
    // a sequence, registered before the single keys, has already consumed its last key
    if (!event.defaultPrevented && run(world)) event.preventDefault()
  })
  const openPalette = useStableCallback((event: KeyboardEvent) => {
    event.preventDefault()
    // an open dialog must be answered first
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
