import { codes } from '#contract/codes.ts'
import type { FieldErrors } from '#src/admin/form/use-field-errors.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { fields } from './person-fields.ts'

/** Refusals that are about the number even when the server names no field. */
const about_number: ReadonlySet<string> = new Set([
  codes.real_name_taken.code,
  codes.real_name_mismatch.code,
  codes.under_age.code,
])

/** What a refusal says about each field of the form; empty when it is about none of them. */
export function refusedFields({ code, message, errors = {} }: ApiError): FieldErrors {
  const named = fields.flatMap((name) => (errors[name]?.length ? [[name, errors[name]] as const] : []))
  if (named.length) return Object.fromEntries(named)
  return about_number.has(code) ? { id_number: [message] } : {}
}
