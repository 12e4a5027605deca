import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { session } from '#src/session/session.ts'
import { useStore } from '#src/ui/use-store.ts'
import { isConsolePath } from './console-paths.ts'

/** Its code did not come. Not in `limits`, all of which every page would then load. */
const againMs = 10_000

/** Acts on what happens to the session while a page is open: expiry, sign-out in another tab, pushed news. */
export function SessionWatcher() {
  const navigate = useNavigate()
  const signedIn = useStore(session) !== null

  useEffect(() => {
    const leave = () => {
      const { pathname, search } = window.location
      // who is signing in there already keeps the page that was asked for
      const signsIn = pathname === paths.phoneLogin() || (pathname === paths.home() && new URLSearchParams(search).has('type'))
      if (!signsIn) void navigate(paths.home({ type: 'login' }), { replace: true }) // spec §4
    }
    // a sign-out in this tab navigates by itself, right after clearing; only one elsewhere is left to us
    const check = () =>
      setTimeout(() => {
        if (!session.token() && isConsolePath(window.location.pathname)) leave()
      })
    const stops = [session.onExpired(leave), session.subscribe(check)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [navigate])

  useEffect(() => {
    if (!signedIn) return
    let stop: (() => void) | undefined
    let left = false
    let later: ReturnType<typeof setTimeout> | undefined
    const start = () =>
      import('./live-session.ts').then(
        ({ startLiveSession }) => {
          if (!left) stop = startLiveSession((path) => void navigate(path))
        },
        () => {
          if (!left) later = setTimeout(start, againMs)
        },
      )
    void start()
    return () => {
      left = true
      clearTimeout(later)
      stop?.()
    }
  }, [navigate, signedIn])

  return null
}
