/** The address a text is, null if it is none. Not `URL.canParse` or `URL.parse`, which the oldest supported browsers lack. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
