import { CreateInstanceForm } from '#contract/orders.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import type { Resolved } from './resolve-draft.ts'

export type Faults = Readonly<Partial<Record<keyof CreateInstanceForm, string>>>

/** The form as the wire takes it, or what the wire would say to it. */
export function checkForm(form: Resolved['form']): { valid: CreateInstanceForm | null; faults: Faults } {
  const checked = CreateInstanceForm.safeParse(form)
  if (checked.success) return { valid: checked.data, faults: {} }
  const faults: Record<string, string> = {}
  for (const { path, message } of checked.error.issues) faults[path.join('.')] ??= message
  // not to be seen before there is a product at all
  return { valid: null, faults: form.product_id ? faults : {} }
}

/** What the server said about single fields. */
export const faultsOf = (error: unknown): Faults =>
  isApiError(error)
    ? Object.fromEntries(Object.entries(error.errors ?? {}).map(([field, messages]) => [field, messages.join('；')]))
    : {}

/** What it said about the form as a whole. */
export const failureOf = (error: unknown): ApiError | null =>
  isApiError(error) && !Object.keys(error.errors ?? {}).length ? error : null
