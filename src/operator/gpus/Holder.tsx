import { Link } from 'react-router-dom'
import { operator_paths } from '#src/operator/paths.ts'

/** The instance that holds a card. */
export function Holder({ id }: { id: string | null }) {
  return id ? <Link to={operator_paths.instance(id)}>{id}</Link> : '—'
}
