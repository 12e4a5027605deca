import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { isApiError } from '#src/api/api-error.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { toast } from '#src/kit/toast.ts'
import { current_user } from '#src/session/current-user.ts'
import { loginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'

/** Pages for signed-in users. A visitor is sent to sign in and comes back here afterwards (spec §6). */
export function RequireSession({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  if (!session.token()) return <Navigate to={loginPath(pathname + search + hash)} replace />
  return <UserGate>{children}</UserGate>
}

/** Loads who the user is while the page already draws; if that fails, the session is of no use (spec §6, §8). */
function UserGate({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const [unreachable, setUnreachable] = useState<unknown>(null)

  const load = useCallback(async () => {
    setUnreachable(null)
    try {
      await current_user.load()
    } catch (error) {
      if (!session.token()) return // expired meanwhile, and told
      if (isApiError(error) && error.status === 0) return setUnreachable(error) // no answer says nothing about the session
      session.clear()
      toast.error((error instanceof Error && error.message) || 'Has Error')
      void navigate(loginPath(), { replace: true })
    }
  }, [navigate])

  useEffect(() => {
    if (!current_user.get()) void load()
  }, [load])

  return unreachable ? <ErrorState error={unreachable} title="无法连接平台" onRetry={() => void load()} /> : children
}
