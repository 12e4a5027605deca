import { groupThousands } from '#contract/group-thousands.ts'
import { limits } from '#contract/limits.ts'
import { getListCapabilities } from '#src/admin/list-capabilities.ts'
import type { ListState, Resource } from '#src/admin/resource.ts'

export const pageSizes = [10, 20, 50, 100] as const
const defaultPageSize = 20

const positive = (text: string | null): number | undefined => (text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined)

/** '10,000+' where counting stopped. */
export const formatTotal = (total: number, isCapped: boolean): string =>
  isCapped ? `${groupThousands(String(limits.countedRowsMax))}+` : groupThousands(String(total))

/** Reads the list state from its address; ignores anything the list does not support. */
export function readListState(search: URLSearchParams, resource: Resource): ListState {
  const { sortable, filterable, accepts } = getListCapabilities(resource)
  const size = positive(search.get('page_size'))
  const field = search.get('sort')
  return {
    page: positive(search.get('page')) ?? 1,
    page_size: pageSizes.find((known) => known === size) ?? defaultPageSize,
    sort: field && sortable.has(field) ? { field, order: search.get('order') === 'asc' ? 'asc' : 'desc' } : undefined,
    keyword: search.get('keyword') ?? '',
    filters: Object.fromEntries(
      filterable.flatMap((name) => {
        const value = search.get(name)
        return value && accepts(name, value) ? [[name, value]] : []
      }),
    ),
  }
}

/** Builds the address of a list state with the parameter names of the wire format; omits defaults. */
export function writeListState({ page, page_size: pageSize, sort, keyword, filters }: ListState): URLSearchParams {
  return new URLSearchParams({
    ...(keyword && { keyword }),
    ...filters,
    ...(sort && { sort: sort.field, order: sort.order }),
    ...(pageSize !== defaultPageSize && { page_size: String(pageSize) }),
    ...(page > 1 && { page: String(page) }),
  })
}

/** True if a keyword or a filter is set. */
export const isListFiltered = ({ keyword, filters }: ListState): boolean => Boolean(keyword) || Object.keys(filters).length > 0
