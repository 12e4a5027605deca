export interface CommunitySort {
  /** The value in the URL; empty is the first. */
  value: string
  label: string
  sort: string
}

/** The query options of a list and the values the call accepts. */
export interface CommunityListRules<K extends string> {
  /** The first is the default. */
  sorts: readonly CommunitySort[]
  filters: Readonly<Record<K, (value: string) => boolean>>
}

/** The query of a list, taken from the URL. */
export interface CommunityQuery<K extends string = string> {
  page: number
  /** The value of a sort option. */
  sort: string
  filters: { readonly [Key in K]?: string }
}

const isAtMost = (most: number) => (value: string) => value.length <= most
export const isKeyword = isAtMost(64)
export const isTag = isAtMost(20)
export const isFramework = isAtMost(40)
export const isEntryId = (value: string) => /^[A-Za-z0-9-]{1,64}$/.test(value)

const pageMax = 100_000

/** Parses the URL into a query; values the call would refuse are ignored. */
export function parseCommunityQuery<K extends string>(
  search: URLSearchParams,
  { sorts, filters }: CommunityListRules<K>,
): CommunityQuery<K> {
  const page = Number(search.get('page'))
  const known: { [Key in K]?: string } = {}
  for (const key of Object.keys(filters) as K[]) {
    const value = search.get(key)?.trim()
    if (value && filters[key](value)) known[key] = value
  }
  return {
    page: Number.isInteger(page) && page > 0 && page <= pageMax ? page : 1,
    sort: sorts.find(({ value }) => value === search.get('sort'))?.value ?? '',
    filters: known,
  }
}

/** Formats a query as a URL; omits defaults and page 1. */
export function buildCommunitySearch({ page, sort, filters }: CommunityQuery): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(filters)) if (value) search.set(key, value)
  if (sort) search.set('sort', sort)
  if (page > 1) search.set('page', String(page))
  return search.toString()
}

/** Converts a query to the parameters of the call, which validates them. */
export const toCommunityListQuery = <K extends string>(
  { page, sort, filters }: CommunityQuery<K>,
  { sorts }: CommunityListRules<K>,
) => ({
  ...filters,
  page,
  sort: sorts.find(({ value }) => value === sort)?.sort,
  order: 'desc',
})

/** Changes the query and returns to the first page; an empty value removes a filter. */
export const withCommunityFilter = <K extends string>(asked: CommunityQuery<K>, key: K, value: string): CommunityQuery<K> => ({
  ...asked,
  page: 1,
  filters: { ...asked.filters, [key]: value },
})

export const countCommunityFilters = ({ filters }: CommunityQuery): number => Object.values(filters).filter(Boolean).length
