import { Link } from 'react-router-dom'
import type { OperatorUser } from '#contract/operator/users.ts'
import { operator_paths } from '#src/operator/paths.ts'

/** How many instances a user has and how many of them run; leads to them. */
export function OwnInstances({ user: { id, running, instances } }: { user: OperatorUser }) {
  const text = `${running} / ${instances}`
  return instances ? <Link to={operator_paths.instances_of({ keyword: id })}>{text}</Link> : text
}
