import type { AuthProvider } from '@refinedev/core'
import type { AuthTokens } from '#contract/auth.ts'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { getLoginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'

const here = () => window.location.pathname + window.location.search

/** Refine's view of the session. An expired session is handled before Refine notices it (requirements §4). */
export function createAuthProvider({
  signOut,
}: {
  signOut: () => Promise<void>
}): Required<Pick<AuthProvider, 'login' | 'logout' | 'check' | 'onError' | 'getIdentity' | 'getPermissions'>> {
  return {
    login: async (token: AuthTokens) => {
      session.signIn(token)
      return { success: true, redirectTo: paths.dataOverview }
    },
    logout: async () => {
      await signOut()
      return { success: true, redirectTo: paths.home() }
    },
    check: async () => (session.token() ? { authenticated: true } : { authenticated: false, redirectTo: getLoginPath(here()) }),
    onError: async () => ({}),
    getIdentity: async () => currentUser.get() ?? currentUser.load().catch(() => null),
    getPermissions: async () => currentUser.get()?.role ?? null,
  }
}
