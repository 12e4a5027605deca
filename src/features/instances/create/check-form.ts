import { CreateInstanceForm } from '#contract/orders.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import type { ResolvedDraft } from './resolve-draft.ts'

export type CreateFormFaults = Readonly<Partial<Record<keyof CreateInstanceForm, string>>>

/** The form as the wire takes it, or what the wire would say to it. */
export function checkCreateForm(form: ResolvedDraft['form']): { valid: CreateInstanceForm | null; faults: CreateFormFaults } {
  const checked = CreateInstanceForm.safeParse(form)
  if (checked.success) return { valid: checked.data, faults: {} }
  const faults: Record<string, string> = {}
  for (const { path, message } of checked.error.issues) faults[path.join('.')] ??= message
  // not to be seen before there is a product at all
  return { valid: null, faults: form.product_id ? faults : {} }
}

/** What the server said about single fields. */
export const toCreateFormFaults = (error: unknown): CreateFormFaults =>
  isApiError(error)
    ? Object.fromEntries(Object.entries(error.errors ?? {}).map(([field, messages]) => [field, messages.join('；')]))
    : {}

/** What it said about the form as a whole. */
export const toFormFailure = (error: unknown): ApiError | null =>
  isApiError(error) && !Object.keys(error.errors ?? {}).length ? error : null
