import { resultCodes } from '#contract/codes.ts'
import type { FieldErrors } from '#src/admin/form/use-field-errors.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { realNameFields } from './person-fields.ts'

/** Refusals that are about the number even when the server names no field. */
const idNumberCodes: ReadonlySet<string> = new Set([
  resultCodes.real_name_taken.code,
  resultCodes.real_name_mismatch.code,
  resultCodes.under_age.code,
])

/** What a refusal says about each field of the form; empty when it is about none of them. */
export function toRealNameFieldErrors({ code, message, errors = {} }: ApiError): FieldErrors {
  const named = realNameFields.flatMap((name) => (errors[name]?.length ? [[name, errors[name]] as const] : []))
  if (named.length) return Object.fromEntries(named)
  return idNumberCodes.has(code) ? { id_number: [message] } : {}
}
