export interface CommunitySort {
  /** As it stands in the address; empty is the first. */
  value: string
  label: string
  sort: string
}

/** What a list can be asked, and which answers the call would take. */
export interface CommunityListRules<K extends string> {
  /** `published_at` is asked where none is named. */
  sorts: readonly CommunitySort[]
  filters: Readonly<Record<K, (value: string) => boolean>>
}

/** What the address asks of a list. */
export interface CommunityQuery<K extends string = string> {
  page: number
  /** A sort's value. */
  sort: string
  filters: { readonly [Key in K]?: string }
}

const isAtMost = (most: number) => (value: string) => value.length <= most
export const isKeyword = isAtMost(64)
export const isTag = isAtMost(20)
export const isFramework = isAtMost(40)
export const isEntryId = (value: string) => /^[A-Za-z0-9-]{1,64}$/.test(value)

const pageMax = 100_000

/** The address as a question; what the call would refuse counts as not asked. */
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

/** A question as the address: what is not asked, and page 1, is left out. */
export function buildCommunitySearch({ page, sort, filters }: CommunityQuery): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(filters)) if (value) search.set(key, value)
  if (sort) search.set('sort', sort)
  if (page > 1) search.set('page', String(page))
  return search.toString()
}

/** A question as the query of the call, which judges it. */
export const toCommunityListQuery = <K extends string>(
  { page, sort, filters }: CommunityQuery<K>,
  { sorts }: CommunityListRules<K>,
) => ({
  ...filters,
  page,
  sort: sorts.find(({ value }) => value === sort)?.sort,
  order: 'desc',
})

/** Asked for something else, from the first page; an empty value asks nothing. */
export const withCommunityFilter = <K extends string>(asked: CommunityQuery<K>, key: K, value: string): CommunityQuery<K> => ({
  ...asked,
  page: 1,
  filters: { ...asked.filters, [key]: value },
})

export const countCommunityFilters = ({ filters }: CommunityQuery): number => Object.values(filters).filter(Boolean).length
