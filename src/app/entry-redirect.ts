const loginPaths: Readonly<Record<string, string>> = { login: '/phone-login', register: '/phone-register' }
const loginTypes: Readonly<Record<string, string>> = { '/phone-login': 'login', '/phone-register': 'register' }

const withSearch = (path: string, search: URLSearchParams): string => {
  const pairs = [...search].map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return pairs.length ? `${path}?${pairs.join('&')}` : path
}

/**
 * Returns the redirect between home and the two mobile screens (requirements §2, §6): a phone signs in on its own screen, a
 * desktop in the dialog on home; `type` selects the screen. Returns `undefined` if no redirect is needed.
 */
export function findEntryRedirect(
  { pathname, search }: { pathname: string; search: string },
  mobile: boolean,
): string | undefined {
  const query = new URLSearchParams(search)
  const type = query.get('type') ?? ''
  if (mobile) {
    const target = loginPaths[type]
    if (!target || !(pathname === '/home' || pathname in loginTypes)) return undefined
    query.delete('type')
    return withSearch(target, query)
  }
  const asked = loginTypes[pathname]
  if (!asked) return undefined
  if (!loginPaths[type]) query.set('type', asked)
  return withSearch('/home', query)
}
