import { Link } from 'react-router-dom'
import type { OperatorHost } from '#contract/operator/hosts.ts'
import { operator_paths } from '#src/operator/paths.ts'

/** How many instances a host has and how many of them run; leads to them. */
export function Tenants({ host: { id, running, instances } }: { host: OperatorHost }) {
  const text = `${running} / ${instances}`
  return instances ? <Link to={operator_paths.instances_of({ keyword: id })}>{text}</Link> : text
}
