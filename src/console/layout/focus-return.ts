import { type RefObject, useEffect } from 'react'

/**
 * Dialogs and menus stand outside the page, and when one is taken away the focus it held falls to the body: a person at the
 * keyboard would start from the top again. Gives it back to what was used in the page last, or to the page.
 */
export function useFocusReturn(page: RefObject<HTMLElement | null>, fallback_id: string): void {
  useEffect(() => {
    let opener: HTMLElement | undefined
    let held: HTMLElement | undefined
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const inside = page.current?.contains(target)
      held = inside ? undefined : target
      if (inside) opener = target
    }
    const observer = new MutationObserver(() => {
      if (!held || held.isConnected || document.activeElement !== document.body) return
      held = undefined
      const heir = opener?.isConnected ? opener : document.getElementById(fallback_id)
      heir?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [page, fallback_id])
}
