type Plain = Record<string, unknown>

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))

/** Deep equality of plain data, which is all Refine compares; anything else is equal only to itself. */
export default function isEqual(one: unknown, two: unknown): boolean {
  if (Object.is(one, two)) return true
  if (Array.isArray(one) && Array.isArray(two)) {
    return one.length === two.length && one.every((value, index) => isEqual(value, two[index]))
  }
  if (!isPlain(one) || !isPlain(two)) return false
  const names = Object.keys(one)
  return names.length === Object.keys(two).length && names.every((name) => name in two && isEqual(one[name], two[name]))
}
