import { Suspense } from 'react'
import { type Location, matchPath, Outlet, Route, Routes, useLocation } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { SiteLayout } from '#src/site/SiteLayout.tsx'
import { lazyPage } from '#src/ui/lazy-part.tsx'

const HomeRoute = lazyPage(() => import('./HomeRoute.tsx'))
const SiteSubpages = lazyPage(() => import('./SiteSubpages.tsx'))

/** Pages without the site's header and footer. */
const bare = [
  paths.phoneLogin(),
  paths.phoneRegister(),
  paths.wechatConfirm,
  paths.acceptSubAccount,
  paths.setup,
  paths.unsubscribe,
  '/sso/*',
  `${paths.sandbox}/*`,
]

function Frame() {
  const { pathname } = useLocation()
  const isBare = bare.some((path) => matchPath(path, pathname))
  return isBare ? (
    <Suspense>
      <Outlet />
    </Suspense>
  ) : (
    <SiteLayout />
  )
}

/** Routes of the public pages: home, and all others in a separate bundle. `location` overrides the browser's location. */
export const SiteRoutes = ({ location }: { location?: Location }) => (
  <Routes {...(location && { location })}>
    <Route element={<Frame />}>
      <Route path={paths.home()} element={<HomeRoute />} />
      <Route path="*" element={<SiteSubpages />} />
    </Route>
  </Routes>
)

/** Preloads everything the first render of a page needs, so that it does not suspend; does nothing for an unknown address. */
export async function preloadSitePage(pathname: string): Promise<void> {
  if (pathname === paths.home()) return HomeRoute.preload()
  const [{ preloadSubpage }] = await Promise.all([import('./site-pages.tsx'), SiteSubpages.preload()])
  await preloadSubpage(pathname)
}
