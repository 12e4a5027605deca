import { type HttpError, useOne } from '@refinedev/core'
import { useRowAccess } from '#src/admin/actions/use-row-access.ts'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'

/** One row by the id in the address, and on the way what may be done to it. */
export function useRow(resource: Resource, id: string) {
  useRowAccess(resource)
  const { query } = useOne<Row, HttpError>({
    resource: resource.name,
    id,
    errorNotification: false, // the page itself says it
  })
  return { row: query.data?.data, error: query.error, retry: () => void query.refetch() }
}
