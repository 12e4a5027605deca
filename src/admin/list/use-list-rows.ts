import { type CrudFilters, type HttpError, useList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ListState, Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'

const equal = (field: string, value: string) => ({ field, operator: 'eq' as const, value })

export const toCrudFilters = ({ keyword, filters }: ListState): CrudFilters => [
  ...(keyword ? [equal('keyword', keyword)] : []),
  ...Object.entries(filters).map(([field, value]) => equal(field, value)),
]

/**
 * Loads the rows of one page. Keeps the previous page on screen until the next arrives. A long list is counted to its end only
 * after `countAll`, until the filters change.
 */
export function useListRows(resource: Resource, state: ListState) {
  const found = JSON.stringify([resource.name, state.keyword, state.filters])
  const [counted, setCounted] = useState<string>()
  const isCounted = counted === found
  const filters = useMemo(
    () => (isCounted ? [...toCrudFilters(state), equal('count', 'exact')] : toCrudFilters(state)),
    [state, isCounted],
  )
  const { query, result } = useList<Row, HttpError>({
    resource: resource.name,
    pagination: { currentPage: state.page, pageSize: state.page_size },
    sorters: state.sort ? [state.sort] : [],
    filters,
    errorNotification: false, // the page shows the error
    queryOptions: { placeholderData: keepPreviousData },
  })
  return {
    query,
    rows: query.data ? result.data : undefined,
    total: result.total ?? 0,
    isCapped: query.data?.total_is_capped === true,
    countAll: () => setCounted(found),
  }
}
