import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Opens the `<dialog>` it is put on as modal for as long as it is mounted; the browser then keeps the focus inside and
 * gives it back afterwards. `onClose` follows Esc and, where nothing typed can be lost, a press beside it.
 */
export function useModal(onClose: () => void, { light = false } = {}): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  // before it is taken off the page: afterwards the browser would not give the focus back
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const cancel = (event: Event) => {
      event.preventDefault()
      close.current()
    }
    // a press that began inside, such as selecting text, must not close
    const press = (event: PointerEvent) => {
      if (light && event.target === dialog) close.current()
    }
    // the browser closes by itself on a second Esc, whatever `cancel` said
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
