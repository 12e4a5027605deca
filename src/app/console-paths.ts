/** Path prefixes that belong to the console bundle; server/http/pages.ts has the same list. */
const prefixes = ['/console', '/create-instance', '/already-instance', '/recharge', '/operator']

export const isConsolePath = (pathname: string): boolean =>
  prefixes.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))

/** Returns whether the path belongs to the back office, which has an additional bundle. */
export const isOperatorPath = (pathname: string): boolean => pathname === '/operator' || pathname.startsWith('/operator/')
