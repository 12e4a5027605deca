import type { z } from 'zod'
import type { Resource } from './resource.ts'

/** Derives sorting, search and filters from the list endpoint's query schema, so that nothing is declared twice. */
export function getListCapabilities({ api, filters = {} }: Resource): {
  sortable: ReadonlySet<string>
  searchable: boolean
  filterable: readonly string[]
  /** Whether the list accepts the value for the filter; an old bookmark may hold one it no longer knows. */
  accepts: (filter: string, value: string) => boolean
  /** True if the list accepts the days `from` and `to`. */
  byDay: boolean
} {
  // `listQuery` creates every list query: an object with an optional enum `sort`
  const { shape } = api.list.query as z.ZodObject<{ sort?: z.ZodOptional<z.ZodEnum> } & Record<string, z.ZodType>>
  const fields = shape.sort?.unwrap().options ?? []
  const byDay = 'from' in shape && 'to' in shape
  return {
    sortable: new Set(fields.map(String)),
    searchable: 'keyword' in shape,
    filterable: [...Object.keys(filters).filter((field) => field in shape), ...(byDay ? ['from', 'to'] : [])],
    accepts: (filter, value) => shape[filter]?.safeParse(value).success ?? false,
    byDay,
  }
}
