const maxLength = 2048
/** Paths that only lead back to the login dialog. */
const loginPaths = new Set(['/', '/home', '/phone-login', '/phone-register'])
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const forbidden = /[\\\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/

/** Normalizes a path for comparison, because routers match decoded, case-insensitively and without a trailing slash. */
function normalizeRoute(pathname: string): string | null {
  try {
    const route = decodeURIComponent(pathname).toLowerCase().replace(/\/+$/, '')
    return forbidden.test(route) ? null : route || '/'
  } catch {
    return null
  }
}

/**
 * Returns the page to open after login, or null if `raw` is not a path of this origin (product §2). Checks and returns the
 * parsed path, because `/a/..//evil.example` parses to `//evil.example`.
 */
export function toSafePath(raw: string | null | undefined, origin = window.location.origin): string | null {
  if (!raw || raw.length > maxLength || !raw.startsWith('/') || forbidden.test(raw)) return null
  let parsed: URL
  try {
    parsed = new URL(raw, origin)
  } catch {
    return null
  }
  if (parsed.origin !== new URL(origin).origin || parsed.username || parsed.password) return null
  const route = normalizeRoute(parsed.pathname)
  if (route === null || route.startsWith('//') || parsed.pathname.startsWith('//') || loginPaths.has(route)) return null
  return parsed.pathname + parsed.search + parsed.hash
}
