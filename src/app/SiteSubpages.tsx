import { Route, Routes, useLocation } from 'react-router-dom'
import { RequireSession } from './RequireSession.tsx'
import { renderRedirectRoutes } from './redirect-routes.tsx'
import { findRouteGuard } from './route-guards.ts'
import { siteSubpages } from './site-pages.tsx'

/** All public pages except home, and the redirects; kept out of the bundle of the home page. */
export default function SiteSubpages() {
  const { pathname } = useLocation()
  const pages = (
    <Routes>
      {siteSubpages.map(({ path, element }) => (
        <Route key={path} path={path} element={element} />
      ))}
      {renderRedirectRoutes()}
    </Routes>
  )
  return findRouteGuard(pathname) === 'visitor' ? pages : <RequireSession>{pages}</RequireSession>
}
