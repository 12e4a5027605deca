import type { AuthProvider } from '@refinedev/core'
import type { Token } from '#contract/auth.ts'
import { paths } from '#src/paths.ts'
import { current_user } from '#src/session/current-user.ts'
import { loginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'

const here = () => window.location.pathname + window.location.search

/** Refine's view of the session. An expired one has been handled before Refine hears of it (spec §4). */
export function createAuthProvider({
  signOut,
}: {
  signOut: () => Promise<void>
}): Required<Pick<AuthProvider, 'login' | 'logout' | 'check' | 'onError' | 'getIdentity' | 'getPermissions'>> {
  return {
    login: async (token: Token) => {
      session.sign_in(token)
      return { success: true, redirectTo: paths.data_overview }
    },
    logout: async () => {
      await signOut()
      return { success: true, redirectTo: paths.home() }
    },
    check: async () => (session.token() ? { authenticated: true } : { authenticated: false, redirectTo: loginPath(here()) }),
    onError: async () => ({}),
    getIdentity: async () => current_user.get() ?? current_user.load().catch(() => null),
    getPermissions: async () => current_user.get()?.role ?? null,
  }
}
