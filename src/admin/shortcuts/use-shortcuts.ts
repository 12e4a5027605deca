import { useEffect } from 'react'
import { createKeybindingsHandler, type KeyBindingMap } from 'tinykeys'
import { standing } from '#src/admin/layout/dialog-focus.ts'
import { useStable } from '#src/ui/use-stable-callback.ts'
import { shortcut_state } from './shortcut-state.ts'
import { type Shortcut, type ShortcutWorld, shortcuts } from './shortcuts.ts'

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

/** Which keyboards write a sign with Shift differs. */
const pressesOf = ({ keys }: Shortcut): string[] => (/^\W$/.test(keys) ? [keys, `Shift+${keys}`] : [keys])

/** Lets the table of shortcuts act: never while somebody types, never with a modifier, and only when switched on. */
export function useShortcuts(world: ShortcutWorld): void {
  const act = useStable((event: KeyboardEvent, run: Shortcut['run']) => {
    // the last key of a sequence is taken by the sequence, which stands before the single keys
    if (!event.defaultPrevented && run(world)) event.preventDefault()
  })
  const openPalette = useStable((event: KeyboardEvent) => {
    event.preventDefault()
    // a question over the page is answered first
    if (!standing() && !document.querySelector('dialog[open]')) world.openPalette()
  })
  useEffect(() => {
    const bindings = shortcuts.flatMap((shortcut) =>
      pressesOf(shortcut).map((press) => [press, (event: KeyboardEvent) => act(event, shortcut.run)]),
    )
    const pressSingle = createKeybindingsHandler(Object.fromEntries(bindings) as KeyBindingMap, { timeout: sequence_ms })
    const pressPalette = createKeybindingsHandler({ 'Control+k': openPalette, 'Meta+k': openPalette })
    const press = (event: KeyboardEvent) => {
      pressPalette(event)
      if (!event.defaultPrevented && !isElsewhere(event) && shortcut_state.get() === 'on') pressSingle(event)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [act, openPalette])
}
