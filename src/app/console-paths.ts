/** The first parts of the addresses that belong to the console's bundle; server/web/pages.ts knows them too. */
const prefixes = ['/console', '/create-instance', '/already-instance', '/recharge', '/operator']

export const isConsolePath = (pathname: string): boolean =>
  prefixes.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))

/** The back office, which has a bundle of its own on top. */
export const isOperatorPath = (pathname: string): boolean => pathname === '/operator' || pathname.startsWith('/operator/')
