/** Escapes a user's text into an `ilike` pattern that finds it anywhere. */
export const toLikePattern = (text: string): string => `%${text.replace(/[%_\\]/g, '\\$&')}%`
