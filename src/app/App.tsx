import { useContext, useEffect } from 'react'
import { BrowserRouter, type Location, Navigate, useLocation, useNavigate } from 'react-router-dom'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { paths } from '#src/paths.ts'
import { session } from '#src/session/session.ts'
import { type FirstAnswers, FirstAnswersContext } from '#src/site/first-answers.ts'
import { lazyPage } from '#src/ui/lazy-part.tsx'
import { isMobileClient } from '#src/ui/mobile-client.ts'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { useStore } from '#src/ui/use-store.ts'
import { isConsolePath } from './console-paths.ts'
import { findEntryRedirect } from './entry-redirect.ts'
import { Root } from './Root.tsx'
import { SiteRoutes } from './SiteRoutes.tsx'

/** Delay before the live-session module is loaded again after a failure. Not in `limits`, which every page would then load. */
const againMs = 10_000

/** Reacts to session events while a page is open: expiry, sign-out in another tab, server-pushed messages. */
function SessionWatcher() {
  const navigate = useNavigate()
  const signedIn = useStore(session) !== null

  useEffect(() => {
    const leave = () => {
      const { pathname, search } = window.location
      // a sign-in page already keeps the requested page in its address
      const signsIn = pathname === paths.phoneLogin() || (pathname === paths.home() && new URLSearchParams(search).has('type'))
      if (!signsIn) void navigate(paths.home({ type: 'login' }), { replace: true }) // requirements §4
    }
    // a sign-out in this tab navigates by itself right after clearing; only a sign-out in another tab is handled here
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

const SignedInConsole = lazyPage(() => import('./SignedInConsole.tsx'))

/** Returns the location as the written page knew it until hydration: the path, and what the server drew of the search. */
function useWrittenPageLocation(): Location | undefined {
  const location = useLocation()
  const search = useContext(FirstAnswersContext)?.search ?? ''
  const askedMore = location.search !== search || location.hash !== ''
  return useHydrated() || !askedMore ? undefined : { ...location, search, hash: '' }
}

interface Props {
  /** Replaces the resource manifest in tests. */
  resources?: readonly ResourceEntry[]
  /** What the server drew the page from. */
  first?: FirstAnswers | null
}

function SiteOrConsole({ resources }: Pick<Props, 'resources'>) {
  const location = useLocation()
  const bare = useWrittenPageLocation()
  const elsewhere = useHydrated() && findEntryRedirect(location, isMobileClient())
  if (elsewhere) return <Navigate to={elsewhere} replace />
  if (isConsolePath(location.pathname)) return <SignedInConsole pathname={location.pathname} {...(resources && { resources })} />
  return <SiteRoutes {...(bare && { location: bare })} />
}

/** Serves the site (plain React) and the console (its own bundle) under one router. */
export function App({ resources, first = null }: Props) {
  return (
    <FirstAnswersContext value={first}>
      <BrowserRouter>
        <Root watcher={<SessionWatcher />}>
          <SiteOrConsole {...(resources && { resources })} />
        </Root>
      </BrowserRouter>
    </FirstAnswersContext>
  )
}
