import { codes } from '#contract/codes.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { fields, type PersonField } from './person-fields.ts'

/** Refusals that are about the number even when the server names no field. */
const about_number: ReadonlySet<string> = new Set([
  codes.real_name_taken.code,
  codes.real_name_mismatch.code,
  codes.under_age.code,
])

/** What a refusal says about each field of the form; empty when it is about none of them. */
export function refusedFields({ code, message, errors = {} }: ApiError): { name: PersonField; errors: string[] }[] {
  const named = fields.flatMap((name) => (errors[name]?.length ? [{ name, errors: errors[name] }] : []))
  if (named.length) return named
  return about_number.has(code) ? [{ name: 'id_number', errors: [message] }] : []
}
