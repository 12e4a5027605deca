import { Route } from 'react-router-dom'
import { Redirect } from './Redirect.tsx'
import { redirects } from './redirects.ts'

/** The redirect table as routes. */
export const renderRedirectRoutes = () =>
  redirects.map(({ from, to, bare }) => <Route key={from} path={from} element={<Redirect to={to} bare={bare} />} />)
