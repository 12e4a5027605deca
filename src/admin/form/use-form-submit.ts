import type { FormInstance } from 'antd'
import { useState } from 'react'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { toast } from '#src/ui/toast.ts'
import { useFieldErrors } from './use-field-errors.ts'
import { useRestoredFormFocus } from './use-restored-form-focus.ts'

/**
 * Submits a custom form. On refusal, shows the errors at their fields, focuses the first one and keeps the input. `show`
 * displays errors of another call; `failure` is for `FormFailure`, which shows errors without a field.
 */
export function useFormSubmit<Typed extends object>(form: FormInstance<Typed>, send: (typed: Typed) => Promise<unknown>) {
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const { show } = useFieldErrors(form)
  useRestoredFormFocus(form, sending, Object.keys(failure?.errors ?? {})[0])

  const submit = async (typed: Typed): Promise<void> => {
    setSending(true)
    setFailure(undefined)
    try {
      await send(typed)
    } catch (error) {
      if (!isApiError(error)) return void toast.error('操作失败，请重试')
      setFailure(error)
      show(error.errors ?? {})
    } finally {
      setSending(false)
    }
  }
  return { submit: (typed: Typed) => void submit(typed), sending, failure, show, forget: () => setFailure(undefined) }
}
