import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { currentUser, userUnknownMessage, userUnknownToastKey } from '#src/session/current-user.ts'
import { getLoginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { toast } from '#src/ui/toast.ts'

/** Guards pages for signed-in users. Redirects a visitor to sign in and back afterwards (requirements §6). */
export function RequireSession({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  if (!session.token()) return <Navigate to={getLoginPath(pathname + search + hash)} replace />
  return <UserGate>{children}</UserGate>
}

/** Retry interval; without a user there is no stream that would report that the platform is back. */
const againMs = 10_000

/** Loads the user while the page already renders; retries for as long as the platform does not respond. */
function UserGate({ children }: { children: ReactNode }) {
  const [failure, setFailure] = useState<unknown>(null)

  const load = useCallback(async () => {
    try {
      await currentUser.load()
      setFailure(null)
    } catch (error) {
      if (session.token()) setFailure(error) // without a token the session is over, and the user has been told
    }
  }, [])

  useEffect(() => {
    if (!currentUser.get()) void load()
  }, [load])

  useEffect(() => {
    if (!failure) return
    toast.close(userUnknownToastKey) // the page shows the error
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
