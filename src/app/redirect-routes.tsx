import { Navigate, Route, useParams, useSearchParams } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { redirects } from './redirects.ts'

interface RedirectProps {
  to: string
  bare?: string | undefined
}

/**
 * Redirects to another address: an id in the path or in `?id=` replaces `:id` in the target, and the other query parameters are
 * kept. Without an id it redirects to `bare`.
 */
function Redirect({ to, bare = paths.home() }: RedirectProps) {
  const params = useParams()
  const [search] = useSearchParams()
  if (!to.includes(':id')) return <Navigate to={to} replace />
  const id = params.id ?? search.get('id')
  if (!id) return <Navigate to={bare} replace />
  const [path, query] = to.replace(':id', encodeURIComponent(id)).split('?')
  const asked = new URLSearchParams([...new URLSearchParams(query), ...[...search].filter(([name]) => name !== 'id')])
  return <Navigate to={asked.size > 0 ? `${path}?${asked}` : `${path}`} replace />
}

/** Renders the redirect table as routes. */
export const renderRedirectRoutes = () =>
  redirects.map(({ from, to, bare }) => <Route key={from} path={from} element={<Redirect to={to} bare={bare} />} />)
