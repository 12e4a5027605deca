import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Row } from '#src/resources/declared.ts'
import type { Resource } from '#src/resources/define-resource.ts'
import { resourcePaths, rowPath } from '#src/resources/resource-paths.ts'

/** The first thing said of a row; leads to its page where there is one. */
export function RowTitle({ resource, row, children }: { resource: Resource; row: Row; children: ReactNode }) {
  const { show } = resourcePaths(resource)
  return show ? <Link to={rowPath(show, row.id)}>{children}</Link> : children
}
