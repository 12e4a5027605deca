import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Resource } from '#src/admin/resource.ts'
import { buildResourcePaths, buildRowPath } from '#src/admin/resource-paths.ts'
import type { Row } from '#src/admin/row-types.ts'

/** Title of a row; links to its page if it has one. */
export function RowTitle({ resource, row, children }: { resource: Resource; row: Row; children: ReactNode }) {
  const { show } = buildResourcePaths(resource)
  return show ? <Link to={buildRowPath(show, row.id)}>{children}</Link> : children
}
