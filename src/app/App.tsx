import { BrowserRouter, type Location, Navigate, useLocation } from 'react-router-dom'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { lazyPage } from '#src/ui/lazy-part.tsx'
import { isMobileClient } from '#src/ui/mobile-client.ts'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { isConsolePath } from './console-paths.ts'
import { findEntryRedirect } from './entry-redirect.ts'
import { Root } from './Root.tsx'
import { SessionWatcher } from './SessionWatcher.tsx'
import { SiteRoutes } from './SiteRoutes.tsx'

const SignedInConsole = lazyPage(() => import('./SignedInConsole.tsx'))

interface Props {
  /** Instead of the manifest, in tests. */
  resources?: readonly ResourceEntry[]
}

/** A page that was written at build time knew its path and no more; until it is taken over, the rest waits. */
function useWrittenPageLocation(): Location | undefined {
  const location = useLocation()
  const askedMore = location.search !== '' || location.hash !== ''
  return useHydrated() || !askedMore ? undefined : { ...location, search: '', hash: '' }
}

function SiteOrConsole({ resources }: Props) {
  const location = useLocation()
  const bare = useWrittenPageLocation()
  const elsewhere = useHydrated() && findEntryRedirect(location, isMobileClient())
  if (elsewhere) return <Navigate to={elsewhere} replace />
  if (isConsolePath(location.pathname)) return <SignedInConsole pathname={location.pathname} {...(resources && { resources })} />
  return <SiteRoutes {...(bare && { location: bare })} />
}

/** Two worlds under one address bar: the site, which is plain React, and the console, which is its own bundle. */
export function App({ resources }: Props) {
  return (
    <BrowserRouter>
      <Root watcher={<SessionWatcher />}>
        <SiteOrConsole {...(resources && { resources })} />
      </Root>
    </BrowserRouter>
  )
}
