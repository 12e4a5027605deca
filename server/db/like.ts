/** A pattern for `ilike` that finds a text a person typed, wherever it stands. */
export const toLikePattern = (text: string): string => `%${text.replace(/[%_\\]/g, '\\$&')}%`
