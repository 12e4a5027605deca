/** `code` of a package with what matches replaced; a package of another shape fails the build instead of growing it in silence. */
export function replaced(code: string, pattern: RegExp, by: string): string {
  const next = code.replace(pattern, by)
  if (next === code) throw new Error(`a package has changed its shape: nothing matches ${pattern}`)
  return next
}
