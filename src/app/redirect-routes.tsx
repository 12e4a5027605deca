import { Navigate, Route, useParams, useSearchParams } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { redirects } from './redirects.ts'

interface Props {
  to: string
  bare?: string | undefined
}

/**
 * Goes on to another address: the id of the one, in its path or as `?id=`, becomes `:id` of the other, and what was asked of a
 * row stays asked. Where no row is named it goes to `bare`.
 */
function Redirect({ to, bare = paths.home() }: Props) {
  const params = useParams()
  const [search] = useSearchParams()
  if (!to.includes(':id')) return <Navigate to={to} replace />
  const id = params.id ?? search.get('id')
  if (!id) return <Navigate to={bare} replace />
  const [path, query] = to.replace(':id', encodeURIComponent(id)).split('?')
  const asked = new URLSearchParams([...new URLSearchParams(query), ...[...search].filter(([name]) => name !== 'id')])
  return <Navigate to={asked.size > 0 ? `${path}?${asked}` : `${path}`} replace />
}

/** The redirect table as routes. */
export const renderRedirectRoutes = () =>
  redirects.map(({ from, to, bare }) => <Route key={from} path={from} element={<Redirect to={to} bare={bare} />} />)
