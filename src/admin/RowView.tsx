import { type HttpError, useOne } from '@refinedev/core'
import type { ReactNode } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { isApiError } from '#src/api/api-error.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { useRowAccess } from './actions/use-row-access.ts'
import { NotFound } from './errors/NotFound.tsx'
import { PageHeading } from './layout/PageHeading.tsx'
import { PagePanel } from './layout/PagePanel.tsx'
import type { Resource } from './resource.ts'
import type { Row } from './row-types.ts'

/** Loads the row by the id in the address and, in parallel, the user's permissions for its actions. */
function useRow(resource: Resource, id: string) {
  useRowAccess(resource)
  const { query } = useOne<Row, HttpError>({
    resource: resource.name,
    id,
    errorNotification: false, // the page shows the error
  })
  return { row: query.data?.data, error: query.error, retry: () => void query.refetch() }
}

interface Props {
  resource: Resource
  /** Replaces the 404 page for resources that keep something of deleted rows. */
  gone?: (id: string) => ReactNode
  children: (row: Row) => ReactNode
}

/**
 * Renders the row in the address: skeleton while loading, 404 if it does not exist. An address without id redirects to the
 * list.
 */
export function RowView(props: Props) {
  const [search] = useSearchParams()
  const { id = search.get('id') } = useParams()
  return id ? <NamedRow {...props} id={id} /> : <Navigate to={props.resource.path} replace />
}

function NamedRow({ resource, gone, children, id }: Props & { id: string }) {
  const { row, error, retry } = useRow(resource, id)
  if (row) return children(row)
  if (isApiError(error) && error.status === 404) return gone?.(id) ?? <NotFound resource={resource} />
  if (isApiError(error) && error.status === 400) return <NotFound resource={resource} /> // malformed id; a retry cannot help
  return (
    <>
      <PageHeading title={`${resource.label}详情`} trail={[{ label: resource.label, to: resource.path }]} />
      <PagePanel>
        <AsyncView data={row} error={error} onRetry={retry} skeleton={<SkeletonRows rows={6} columns={2} />}>
          {children}
        </AsyncView>
      </PagePanel>
    </>
  )
}
