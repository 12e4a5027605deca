const login_paths: Readonly<Record<string, string>> = { login: '/phone-login', register: '/phone-register' }
const login_types: Readonly<Record<string, string>> = { '/phone-login': 'login', '/phone-register': 'register' }

const withSearch = (path: string, search: URLSearchParams): string => {
  const pairs = [...search].map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return pairs.length ? `${path}?${pairs.join('&')}` : path
}

/**
 * Home and the two mobile screens go to one another (spec §2, §6): a phone signs in on its own screen, a desktop in the
 * dialog on home, and `type` says which of the two screens. `undefined` stays.
 */
export function entryRedirect({ pathname, search }: { pathname: string; search: string }, mobile: boolean): string | undefined {
  const query = new URLSearchParams(search)
  const type = query.get('type') ?? ''
  if (mobile) {
    const target = login_paths[type]
    if (!target || !(pathname === '/home' || pathname in login_types)) return undefined
    query.delete('type')
    return withSearch(target, query)
  }
  const asked = login_types[pathname]
  if (!asked) return undefined
  if (!login_paths[type]) query.set('type', asked)
  return withSearch('/home', query)
}
