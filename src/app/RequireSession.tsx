import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { current_user, user_unknown } from '#src/session/current-user.ts'
import { loginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'

/** Pages for signed-in users. A visitor is sent to sign in and comes back here afterwards (spec §6). */
export function RequireSession({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  if (!session.token()) return <Navigate to={loginPath(pathname + search + hash)} replace />
  return <UserGate>{children}</UserGate>
}

/** Loads who the user is while the page already draws. */
function UserGate({ children }: { children: ReactNode }) {
  const [failure, setFailure] = useState<unknown>(null)

  const load = useCallback(async () => {
    setFailure(null)
    try {
      await current_user.load()
    } catch (error) {
      if (session.token()) setFailure(error) // without one it is over, and told
    }
  }, [])

  useEffect(() => {
    if (!current_user.get()) void load()
  }, [load])

  return failure ? <ErrorState error={failure} title={user_unknown} onRetry={() => void load()} /> : children
}
