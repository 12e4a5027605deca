import { CreateInstanceForm } from '#contract/orders.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import type { ResolvedDraft } from './resolve-draft.ts'

export type CreateFormFaults = Readonly<Partial<Record<keyof CreateInstanceForm, string>>>

/** Validates the form against the API schema; returns the valid body or the field errors. */
export function checkCreateForm(form: ResolvedDraft['form']): { valid: CreateInstanceForm | null; faults: CreateFormFaults } {
  const checked = CreateInstanceForm.safeParse(form)
  if (checked.success) return { valid: checked.data, faults: {} }
  const faults: Record<string, string> = {}
  for (const { path, message } of checked.error.issues) faults[path.join('.')] ??= message
  // errors stay hidden until a product exists
  return { valid: null, faults: form.product_id ? faults : {} }
}

/** Returns the server's field errors. */
export const toCreateFormFaults = (error: unknown): CreateFormFaults =>
  isApiError(error)
    ? Object.fromEntries(Object.entries(error.errors ?? {}).map(([field, messages]) => [field, messages.join('；')]))
    : {}

/** Returns the server's error for the form as a whole. */
export const toFormFailure = (error: unknown): ApiError | null =>
  isApiError(error) && !Object.keys(error.errors ?? {}).length ? error : null
