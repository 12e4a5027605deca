import { type RefObject, useEffect } from 'react'
import { narrowScreen } from '#src/ui/media.ts'

const fillableFields = 'input:not([type="checkbox"], [type="radio"], [type="file"], :disabled), textarea:not(:disabled)'

/** Returns whether this is the first focus in a dialog: on the box around its content, unless an element inside requested it. */
function isFirstDialogFocus(target: HTMLElement, seen: WeakSet<Element>): boolean {
  const dialog = target.closest('[role="dialog"]')
  if (!dialog || seen.has(dialog)) return false
  seen.add(dialog)
  return true
}

/** Returns the topmost dialog, including one that is still opening; ignores hidden and closing ones. */
export const findTopDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].findLast(
    (dialog) => dialog.checkVisibility?.() !== false && !dialog.matches('[class*="-leave"]'),
  )

const activationKeys = ['Tab', 'Enter', ' ']

/**
 * Manages the focus for dialogs and menus, which are rendered outside the page. An opening dialog focuses its first field,
 * except on a phone, where the keyboard would cover the content. A removed dialog would leave the focus on the body; it returns
 * to the last used element of the page, or to its row or the page if that element is gone (for example a button removed by its
 * action). antd moves the focus only after the opening animation, so keys pressed before that are redirected to the dialog.
 */
export function useDialogFocus(page: RefObject<HTMLElement | null>, fallbackId: string): void {
  useEffect(() => {
    const seen = new WeakSet<Element>()
    let heirs: (HTMLElement | null)[] = []
    let held: HTMLElement | undefined
    const giveBack = () => {
      const heir = heirs.find((candidate) => candidate?.isConnected) ?? document.getElementById(fallbackId)
      heir?.focus({ preventScroll: true })
    }
    const losses = new MutationObserver(() => {
      if (!heirs[0]?.isConnected && document.activeElement === document.body) giveBack()
    })
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const inside = page.current?.contains(target)
      held = inside ? undefined : target
      if (inside && !heirs.includes(target)) losses.disconnect()
      if (inside) heirs = [target, target.closest('[tabindex="-1"]')]
      else if (isFirstDialogFocus(target, seen) && !narrowScreen.get()) target.querySelector<HTMLElement>(fillableFields)?.focus()
    }
    const enter = (event: KeyboardEvent) => {
      const at = document.activeElement
      if (at !== document.body && !page.current?.contains(at)) return
      const dialog = findTopDialog()
      if (!dialog) return
      event.stopPropagation()
      if (activationKeys.includes(event.key)) event.preventDefault()
      const box = dialog.querySelector<HTMLElement>('[tabindex="0"]')
      box?.focus({ preventScroll: true })
      if (event.key === 'Escape') box?.dispatchEvent(new KeyboardEvent(event.type, event))
    }
    const observer = new MutationObserver(() => {
      if (!held || held.isConnected || document.activeElement !== document.body) return
      held = undefined
      giveBack()
      if (page.current) losses.observe(page.current, { childList: true, subtree: true })
    })
    document.addEventListener('focusin', follow)
    document.addEventListener('keydown', enter, true)
    observer.observe(document.body, { childList: true })
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('keydown', enter, true)
      observer.disconnect()
      losses.disconnect()
    }
  }, [page, fallbackId])
}
