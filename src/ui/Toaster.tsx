import { useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './Toaster.module.css'
import { ToastItem } from './ToastItem.tsx'
import { toast } from './toast.ts'
import { useHydrated } from './use-hydrated.ts'
import { useStore } from './use-store.ts'

/** Puts the stack above everything that was opened before. */
const raise = (stack: HTMLElement | null, shown: boolean) => {
  if (!stack?.showPopover) return
  if (stack.matches(':popover-open')) stack.hidePopover()
  if (shown) stack.showPopover()
}

/** Draws the toasts of the whole app; stands once, at the root. A popover, so that no open dialog covers it. */
export function Toaster() {
  const toasts = useStore(toast)
  const hydrated = useHydrated()
  const stack = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => raise(stack.current, toasts.length > 0), [toasts])

  // a dialog that opens now lies above what is shown already
  useEffect(() => {
    const onToggle = ({ target }: Event) => {
      if (target instanceof HTMLDialogElement && target.open) raise(stack.current, toast.get().length > 0)
    }
    document.addEventListener('toggle', onToggle, true)
    return () => document.removeEventListener('toggle', onToggle, true)
  }, [])

  if (!hydrated) return null // a page written at build time has no body to put it in
  return createPortal(
    <div ref={stack} popover="manual" className={styles.toaster} role="status" aria-live="polite" aria-label="提示">
      {toasts.map((shown) => (
        <ToastItem key={shown.key} shown={shown} />
      ))}
    </div>,
    document.body,
  )
}
