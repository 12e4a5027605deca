import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Opens its `<dialog>` as modal while mounted; the browser then traps the focus and restores it afterwards. Calls `onClose` on
 * Esc and, with `light` (no typed input to lose), on a press outside.
 */
export function useModal(onClose: () => void, { light = false } = {}): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  // close before removal, otherwise the browser does not restore the focus
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const cancel = (event: Event) => {
      event.preventDefault()
      close.current()
    }
    // a press that began inside, such as a text selection, must not close the dialog
    const press = (event: PointerEvent) => {
      if (light && event.target === dialog) close.current()
    }
    // the browser closes the dialog on a second Esc, regardless of `cancel`
    const closed = () => dialog.open || close.current()
    dialog.addEventListener('cancel', cancel)
    dialog.addEventListener('close', closed)
    dialog.addEventListener('pointerdown', press)
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      dialog.removeEventListener('cancel', cancel)
      dialog.removeEventListener('close', closed)
      dialog.removeEventListener('pointerdown', press)
      dialog.close()
    }
  }, [light])

  return ref
}
