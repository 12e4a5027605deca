import { Form, type FormInstance } from 'antd'
import { useCallback, useEffect, useRef } from 'react'

/** Messages by field; `schedule.1.time` lies in a list. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

type Name = (string | number)[]

/** A path as antd names it: numbers are places in a list. */
export const parseFieldPath = (path: string): Name => path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

const valueAt = (values: unknown, name: Name): unknown =>
  name.reduce<unknown>((value, part) => (value as Record<string | number, unknown> | null | undefined)?.[part], values)

/**
 * What is wrong with the fields of a form, shown at each as one message. It goes as soon as its field is changed, and all of it
 * before the next is shown: antd takes back only what its own rules have said, and that of some not before the field is left.
 * `told` is what the last answer said, where that comes from a query; `show` is for whoever has it at hand.
 */
export function useFieldErrors<Typed extends object>(
  typedForm: FormInstance<Typed>,
  told?: FieldErrors,
): { show: (errors: FieldErrors) => void } {
  const form = typedForm as FormInstance // names that only an answer knows
  const before = useRef<unknown>(undefined)
  // of antd's ways to hear of a change the one that leaves `onValuesChange` to the form; it tells nothing on
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
