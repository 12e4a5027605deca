import { type HttpError, useOne } from '@refinedev/core'
import type { ReactNode } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { useRowAccess } from '#src/admin/actions/use-row-access.ts'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { isApiError } from '#src/api/api-error.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { NotFound } from './errors/NotFound.tsx'
import { PageHeading } from './layout/PageHeading.tsx'
import { PagePanel } from './layout/PagePanel.tsx'

/** One row by the id in the address, and on the way what may be done to it. */
function useRow(resource: Resource, id: string) {
  useRowAccess(resource)
  const { query } = useOne<Row, HttpError>({
    resource: resource.name,
    id,
    errorNotification: false, // the page itself says it
  })
  return { row: query.data?.data, error: query.error, retry: () => void query.refetch() }
}

interface Props {
  resource: Resource
  /** Instead of 404, where something is left of rows that are gone. */
  gone?: (id: string) => ReactNode
  children: (row: Row) => ReactNode
}

/** The row the address names, once it is here; before that its outline, and 404 when there is none. A bare address is the list. */
export function RowView(props: Props) {
  const [search] = useSearchParams()
  const { id = search.get('id') } = useParams()
  return id ? <NamedRow {...props} id={id} /> : <Navigate to={props.resource.path} replace />
}

function NamedRow({ resource, gone, children, id }: Props & { id: string }) {
  const { row, error, retry } = useRow(resource, id)
  if (row) return children(row)
  if (isApiError(error) && error.status === 404) return gone?.(id) ?? <NotFound resource={resource} />
  if (isApiError(error) && error.status === 400) return <NotFound resource={resource} /> // no id at all, and asking again cannot help
  return (
    <>
      <PageHeading title={resource.label} trail={[{ label: resource.label, to: resource.path }]} />
      <PagePanel>
        <AsyncView data={row} error={error} onRetry={retry} skeleton={<SkeletonRows rows={6} columns={2} />}>
          {children}
        </AsyncView>
      </PagePanel>
    </>
  )
}
