import { Form, type FormInstance } from 'antd'
import { useCallback, useEffect, useRef } from 'react'

/** Messages by field path; `schedule.1.time` is inside a list. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

type Name = (string | number)[]

/** Converts a path to antd's name path, with numbers as list indices. */
export const parseFieldPath = (path: string): Name => path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

const valueAt = (values: unknown, name: Name): unknown =>
  name.reduce<unknown>((value, part) => (value as Record<string | number, unknown> | null | undefined)?.[part], values)

/**
 * Shows the server's errors at the form fields, one message per field. Clears an error when its field changes, and all errors
 * before showing new ones, because antd clears only the errors of its own rules, some of them only on blur. `told` contains the
 * errors if they come from a query; otherwise call `show`.
 */
export function useFieldErrors<Typed extends object>(
  typedForm: FormInstance<Typed>,
  told?: FieldErrors,
): { show: (errors: FieldErrors) => void } {
  const form = typedForm as FormInstance // untyped, because the response may contain names that the form type lacks
  const before = useRef<unknown>(undefined)
  // `useWatch` leaves `onValuesChange` to the form; it returns undefined, so it causes no rerender
  Form.useWatch((values) => {
    const mended = form
      .getFieldsError()
      .filter(({ name, errors }) => errors.length > 0 && !Object.is(valueAt(before.current, name), valueAt(values, name)))
    before.current = values
    if (mended.length > 0) form.setFields(mended.map(({ name }) => ({ name, errors: [] })))
  }, form)

  const show = useCallback(
    (errors: FieldErrors) => {
      const shown = form.getFieldsError().filter((field) => field.errors.length > 0)
      form.setFields([
        ...shown.map(({ name }) => ({ name, errors: [] })),
        ...Object.entries(errors).map(([path, messages]) => ({ name: parseFieldPath(path), errors: messages.slice(0, 1) })),
      ])
    },
    [form],
  )
  useEffect(() => {
    if (told) show(told)
  }, [told, show])
  return { show }
}
