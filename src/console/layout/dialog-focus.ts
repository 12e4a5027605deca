import { type RefObject, useEffect } from 'react'
import { is_narrow } from '#src/kit/media.ts'

const to_fill_in = 'input:not([type="checkbox"], [type="radio"], [type="file"], :disabled), textarea:not(:disabled)'

/** The first focus in a dialog. It goes to a box around its content, unless something in it asked for it. */
function justOpened(target: HTMLElement, seen: WeakSet<Element>): boolean {
  const dialog = target.closest('[role="dialog"]')
  if (!dialog || seen.has(dialog)) return false
  seen.add(dialog)
  return true
}

/**
 * Where the focus goes with dialogs and menus, which stand outside the page. One that opens offers its first field at once,
 * except on a phone, where the keyboard would cover what it says. One that is taken away would leave the focus on the body
 * and a person at the keyboard at the top again; it is given back to what was used in the page last, or to the page.
 */
export function useDialogFocus(page: RefObject<HTMLElement | null>, fallback_id: string): void {
  useEffect(() => {
    const seen = new WeakSet<Element>()
    let opener: HTMLElement | undefined
    let held: HTMLElement | undefined
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const inside = page.current?.contains(target)
      held = inside ? undefined : target
      if (inside) opener = target
      else if (justOpened(target, seen) && !is_narrow.get()) target.querySelector<HTMLElement>(to_fill_in)?.focus()
    }
    const observer = new MutationObserver(() => {
      if (!held || held.isConnected || document.activeElement !== document.body) return
      held = undefined
      const heir = opener?.isConnected ? opener : document.getElementById(fallback_id)
      heir?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', follow)
    observer.observe(document.body, { childList: true })
    return () => {
      document.removeEventListener('focusin', follow)
      observer.disconnect()
    }
  }, [page, fallback_id])
}
