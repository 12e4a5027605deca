import { Route, Routes, useLocation } from 'react-router-dom'
import { guardOf } from './guards.ts'
import { RequireSession } from './RequireSession.tsx'
import { redirectRoutes } from './redirect-routes.tsx'
import { site_pages } from './site-pages.tsx'

/** Every public page but home, and the redirects: what nobody needs who only looks at home. */
export default function OtherPages() {
  const { pathname } = useLocation()
  const pages = (
    <Routes>
      {site_pages.map(({ path, element }) => (
        <Route key={path} path={path} element={element} />
      ))}
      {redirectRoutes()}
    </Routes>
  )
  return guardOf(pathname) === 'visitor' ? pages : <RequireSession>{pages}</RequireSession>
}
