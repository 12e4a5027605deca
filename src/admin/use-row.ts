import { type HttpError, useOne } from '@refinedev/core'
import type { Row } from '#src/admin/declared.ts'
import type { Resource } from '#src/admin/resource.ts'

/** One row by the id in the address. */
export function useRow(resource: Resource, id: string) {
  const { query } = useOne<Row, HttpError>({
    resource: resource.name,
    id,
    errorNotification: false, // the page itself says it
  })
  return { row: query.data?.data, error: query.error, retry: () => void query.refetch() }
}
