import { Navigate, useLocation } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { views } from '#contract/views.ts'
import { PageSkeleton } from '#src/admin/layout/PageSkeleton.tsx'
import ResourceListPage from '#src/admin/list/ResourceListPage.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { operatorPaths } from '#src/operator/paths.ts'

/**
 * The log. Its bare address opens what an audit looks at first, unless the operator has a default view: what users do every day
 * would drown it.
 */
export default function AuditList({ resource }: { resource: Resource }) {
  const { search } = useLocation()
  const query = { resource: resource.name, page_size: limits.viewsMax }
  const { data, error } = useEndpoint(views.list, { query }, { staleTime: 60_000, enabled: search === '' })
  if (search === '' && !data && !error) return <PageSkeleton />
  if (search === '' && !data?.some(({ is_default: isDefault }) => isDefault))
    return <Navigate to={operatorPaths.auditOf({ by: 'notable' })} replace />
  return <ResourceListPage resource={resource} />
}
