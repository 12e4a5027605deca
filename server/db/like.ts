/** Escapes a user's text into a `like` pattern that finds it at the beginning only, as an index can. */
export const toPrefixPattern = (text: string): string => `${text.replace(/[%_\\]/g, '\\$&')}%`

/** Escapes a user's text into an `ilike` pattern that finds it anywhere. */
export const toLikePattern = (text: string): string => `%${toPrefixPattern(text)}`
