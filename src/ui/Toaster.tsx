import { useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Toaster.module.css'
import { type Toast, type ToastKind, toast } from './toast.ts'
import { useHydrated } from './use-hydrated.ts'
import { useStore } from './use-store.ts'

const icons: Record<ToastKind, IconName> = { success: 'check', error: 'warning', warning: 'warning', info: 'info' }

function ToastItem({ shown }: { shown: Toast }) {
  useEffect(() => {
    if (!shown.ms) return
    const timer = setTimeout(() => toast.close(shown.key), shown.ms)
    return () => clearTimeout(timer)
  }, [shown])

  return (
    <div className={styles.toast} data-kind={shown.kind}>
      <Icon name={icons[shown.kind]} className={styles.icon} />
      <div className={styles.words}>
        <p>{shown.message}</p>
        {shown.description && <p className={styles.description}>{shown.description}</p>}
      </div>
      {shown.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toast.close(shown.key)
            shown.action?.run()
          }}
        >
          {shown.action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label="关闭提示" onClick={() => toast.close(shown.key)}>
        <Icon name="close" />
      </button>
    </div>
  )
}

/** Raises the toast stack above everything opened before. */
const raise = (stack: HTMLElement | null, shown: boolean) => {
  if (!stack?.showPopover) return
  if (stack.matches(':popover-open')) stack.hidePopover()
  if (shown) stack.showPopover()
}

/** Renders the toasts of the whole app; mounted once at the root. Uses a popover, so that no open dialog covers it. */
export function Toaster() {
  const toasts = useStore(toast)
  const hydrated = useHydrated()
  const stack = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => raise(stack.current, toasts.length > 0), [toasts])

  // a dialog that opens now would cover the visible toasts
  useEffect(() => {
    const onToggle = ({ target }: Event) => {
      if (target instanceof HTMLDialogElement && target.open) raise(stack.current, toast.get().length > 0)
    }
    document.addEventListener('toggle', onToggle, true)
    return () => document.removeEventListener('toggle', onToggle, true)
  }, [])

  if (!hydrated) return null // prerendering has no body for the portal
  return createPortal(
    <div ref={stack} popover="manual" className={styles.toaster} role="status" aria-live="polite" aria-label="提示">
      {toasts.map((shown) => (
        <ToastItem key={shown.key} shown={shown} />
      ))}
    </div>,
    document.body,
  )
}
