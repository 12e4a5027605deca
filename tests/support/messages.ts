import type { z } from 'zod'

/** Returns every validation message with its field, or nothing when the value is accepted. */
export function listValidationMessages(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value)
  if (parsed.success) return []
  return parsed.error.issues.map(({ path, message }) => (path.length ? `${path.join('.')}: ${message}` : message))
}
