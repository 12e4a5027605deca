import type { FormInstance } from 'antd'
import { useEffect, useLayoutEffect, useRef } from 'react'

type Name = Parameters<FormInstance['focusField']>[0]

/**
 * Restores the focus after a form is sent: browsers drop the focus of disabled fields. Focuses the first refused field, or else
 * the field focused before, so that keyboard users can continue.
 */
export function useRestoredFormFocus<Typed>(form: FormInstance<Typed>, sending: boolean, refused?: Name | undefined): void {
  const held = useRef<Element>(null)
  useLayoutEffect(() => {
    if (sending) held.current = document.activeElement
  }, [sending])
  useEffect(() => {
    if (sending) return
    if (refused !== undefined) (form as FormInstance).focusField(refused)
    const [before, now] = [held.current, document.activeElement]
    held.current = null
    if (before instanceof HTMLElement && before !== now && now?.contains(before)) before.focus()
  }, [form, sending, refused])
}
