/** Fields as the audit log and change requests show them: API field names, values as text. */
export type AuditFacts = Record<string, string>

const toText = (value: unknown): string => (value instanceof Date ? value.toISOString() : value === null ? '' : String(value))

export const toAuditFacts = (row: object): AuditFacts =>
  Object.fromEntries(Object.entries(row).flatMap(([field, value]) => (value === undefined ? [] : [[field, toText(value)]])))

/** Returns only the fields that differ, before and after. */
export function diffFacts(before: object, after: object): { before: AuditFacts; after: AuditFacts } {
  const [old, now] = [toAuditFacts(before), toAuditFacts(after)]
  const changed = Object.keys(now).filter((field) => old[field] !== now[field])
  const only = (facts: AuditFacts) =>
    Object.fromEntries(changed.flatMap((field) => (field in facts ? [[field, facts[field]!]] : [])))
  return { before: only(old), after: only(now) }
}

export const isSameFacts = (a: AuditFacts, b: AuditFacts): boolean => {
  const { before, after } = diffFacts(a, b)
  return Object.keys(before).length + Object.keys(after).length === 0 && Object.keys(a).every((field) => field in b)
}
