import type { FormInstance } from 'antd'
import { useEffect, useLayoutEffect, useRef } from 'react'

type Name = Parameters<FormInstance['focusField']>[0]

/**
 * While a form is sent its fields are disabled, and a browser takes the focus from what is disabled. When the answer is
 * here, the first field it refuses gets the focus, else what had it before, so that a person at the keyboard goes on
 * where he was.
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
