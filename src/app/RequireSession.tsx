import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { currentUser, userUnknownMessage, userUnknownToastKey } from '#src/session/current-user.ts'
import { getLoginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { toast } from '#src/ui/toast.ts'

/** Pages for signed-in users. A visitor is sent to sign in and comes back here afterwards (requirements §6). */
export function RequireSession({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  if (!session.token()) return <Navigate to={getLoginPath(pathname + search + hash)} replace />
  return <UserGate>{children}</UserGate>
}

/** Without a user there is no stream that would say when the platform is back. */
const againMs = 10_000

/** Loads who the user is while the page already draws; where nothing answers, again and again. */
function UserGate({ children }: { children: ReactNode }) {
  const [failure, setFailure] = useState<unknown>(null)

  const load = useCallback(async () => {
    try {
      await currentUser.load()
      setFailure(null)
    } catch (error) {
      if (session.token()) setFailure(error) // without one it is over, and told
    }
  }, [])

  useEffect(() => {
    if (!currentUser.get()) void load()
  }, [load])

  useEffect(() => {
    if (!failure) return
    toast.close(userUnknownToastKey) // the page says it
    const again = () => void load()
    const timer = setInterval(again, againMs)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [failure, load])

  const retry = () => {
    setFailure(null)
    void load()
  }
  return failure ? <ErrorState error={failure} title={userUnknownMessage} onRetry={retry} /> : children
}
