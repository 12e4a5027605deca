/** Fields as the audit log and change requests show them: names of the wire, values as text. */
export type Facts = Record<string, string>

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : value === null ? '' : String(value))

export const factsOf = (row: object): Facts =>
  Object.fromEntries(Object.entries(row).flatMap(([field, value]) => (value === undefined ? [] : [[field, textOf(value)]])))

/** Only the fields in which two differ, before and after. */
export function changedFacts(before: object, after: object): { before: Facts; after: Facts } {
  const [old, now] = [factsOf(before), factsOf(after)]
  const changed = Object.keys(now).filter((field) => old[field] !== now[field])
  const only = (facts: Facts) => Object.fromEntries(changed.flatMap((field) => (field in facts ? [[field, facts[field]!]] : [])))
  return { before: only(old), after: only(now) }
}

export const sameFacts = (a: Facts, b: Facts): boolean => {
  const { before, after } = changedFacts(a, b)
  return Object.keys(before).length + Object.keys(after).length === 0 && Object.keys(a).every((field) => field in b)
}
