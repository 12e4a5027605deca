import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useStore } from '#src/kit/use-store.ts'
import { paths } from '#src/paths.ts'
import { session } from '#src/session/session.ts'
import { isConsolePath } from './console-world-paths.ts'

/** Acts on what happens to the session while a page is open: expiry, sign-out in another tab, pushed news. */
export function SessionWatcher() {
  const navigate = useNavigate()
  const signed_in = useStore(session) !== null

  useEffect(() => {
    const leave = (url?: string) => void navigate(paths.home({ type: 'login', url }), { replace: true }) // spec §4
    // who signs in again goes on where it was
    const ended = () => {
      const { pathname, search } = window.location
      leave(isConsolePath(pathname) ? pathname + search : undefined)
    }
    // a sign-out in this tab navigates by itself, right after clearing; only one elsewhere is left to us
    const check = () =>
      setTimeout(() => {
        if (!session.token() && isConsolePath(window.location.pathname)) leave()
      })
    const stops = [session.on_expired(() => leave()), session.on_ended(ended), session.subscribe(check)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [navigate])

  useEffect(() => {
    if (!signed_in) return
    let stop: (() => void) | undefined
    let left = false
    void import('./live-session.ts').then(({ startLiveSession }) => {
      if (!left) stop = startLiveSession((path) => void navigate(path))
    })
    return () => {
      left = true
      stop?.()
    }
  }, [navigate, signed_in])

  return null
}
