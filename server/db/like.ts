import { type RawBuilder, sql } from 'kysely'

/** Escapes a user's text into a `like` pattern that finds it at the beginning only, as an index can. */
export const toPrefixPattern = (text: string): string => `${text.replace(/[%_\\]/g, '\\$&')}%`

/** Escapes a user's text into an `ilike` pattern that finds it anywhere. */
export const toLikePattern = (text: string): string => `%${toPrefixPattern(text)}`

/** What a number of ours consists of. */
const numberPattern = /^[\w-]+$/

/**
 * Finds text anywhere in names, ignoring case, or in numbers. Costs less than `ilike` on all of them: text without letters has no
 * case, which takes six times as long to ignore as to compare, and text that no number contains is not looked for there.
 */
export function containsText(text: string, { names, numbers }: { names: readonly string[]; numbers: readonly string[] }) {
  const pattern = toLikePattern(text)
  const isCaseless = text.toLowerCase() === text.toUpperCase()
  const found: RawBuilder<boolean>[] = names.map((name) =>
    isCaseless ? sql`${sql.ref(name)} like ${pattern}` : sql`${sql.ref(name)} ilike ${pattern}`,
  )
  if (numberPattern.test(text))
    found.push(...numbers.map((number) => sql<boolean>`${sql.ref(number)} like ${pattern.toLowerCase()}`))
  return found.length > 0 ? sql<boolean>`(${sql.join(found, sql` or `)})` : sql<boolean>`false`
}
