import type { CrudFilters, CrudSorting, Pagination } from '@refinedev/core'

/** Converts Refine's page, sorters and filters to a list query (product §11): equality by field, one sort field. */
export function buildListQuery({
  pagination,
  filters = [],
  sorters = [],
}: {
  pagination?: Pagination | undefined
  filters?: CrudFilters | undefined
  sorters?: CrudSorting | undefined
}): Record<string, unknown> {
  const equal = filters.flatMap((filter) =>
    'field' in filter && filter.value !== undefined && filter.value !== null && filter.value !== ''
      ? [[filter.field, filter.value]]
      : [],
  )
  const [sorter] = sorters
  return {
    page: pagination?.currentPage ?? 1,
    page_size: pagination?.pageSize ?? 10,
    ...(sorter && { sort: sorter.field, order: sorter.order }),
    ...Object.fromEntries(equal),
  }
}
