import { Navigate, useLocation, useParams } from 'react-router'

/** Goes on to another address: `:id` of the one becomes `:id` of the other, and what was asked of a row stays asked. */
export function Redirect({ to }: { to: string }) {
  const params = useParams()
  const { search } = useLocation()
  if (!to.includes(':')) return <Navigate to={to} replace />
  const [path = '', query] = to.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')).split('?')
  const asked = new URLSearchParams([...new URLSearchParams(query), ...new URLSearchParams(search)])
  return <Navigate to={`${path}?${asked}`} replace />
}
