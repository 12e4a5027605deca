import { keys } from '@refinedev/core'
import type { Query, QueryClient } from '@tanstack/react-query'

type AnyRow = { id: string } & Record<string, unknown>
type Changed = ReadonlyMap<string, AnyRow>
interface Cached {
  data?: AnyRow | AnyRow[]
}
interface ListQuery {
  sorters?: readonly { field: string }[]
  filters?: readonly { field?: string; value?: unknown }[]
}

/** Returns the list parameters; Refine puts them last in the query key. */
const getListQuery = (key: readonly unknown[]): ListQuery => {
  const last = key.at(-1)
  return typeof last === 'object' && last !== null ? (last as ListQuery) : {}
}

const filled = (value: unknown) => value !== undefined && value !== null && value !== ''

/** True if the row's own fields satisfy the filters. Only the server can evaluate a keyword. */
const matchesFilters = (row: AnyRow, { filters = [] }: ListQuery): boolean =>
  filters.every(({ field = '', value }) => !filled(value) || (field in row && String(row[field]) === String(value)))

const keepsPlace = (before: AnyRow, after: AnyRow, { sorters = [] }: ListQuery): boolean =>
  sorters.every(({ field }) => Object.is(before[field], after[field]))

/** Writes the changed rows into the list; `sure` is true if the server would return exactly these rows in this order. */
function patchList(rows: AnyRow[], changed: Changed, asked: ListQuery): { rows: AnyRow[]; sure: boolean } {
  let met = 0
  let sure = true
  const patched = rows.map((before) => {
    const row = changed.get(before.id)
    if (!row) return before
    met += 1
    const after = { ...before, ...row }
    sure &&= matchesFilters(after, asked) && keepsPlace(before, after, asked)
    return after
  })
  return { rows: met ? patched : rows, sure: sure && met === changed.size }
}

/** Patches one query; returns true if its data may differ from the server's current answer. */
function patchQuery(query: Query<Cached>, changed: Changed): boolean {
  // a response in flight predates the change and will overwrite it
  const overtaken = query.state.fetchStatus === 'fetching'
  const cached = query.state.data
  if (!cached?.data) return overtaken
  if (!Array.isArray(cached.data)) {
    const row = changed.get(cached.data.id)
    if (row) query.setData({ ...cached, data: { ...cached.data, ...row } })
    return overtaken
  }
  const { rows, sure } = patchList(cached.data, changed, getListQuery(query.queryKey))
  if (rows !== cached.data) query.setData({ ...cached, data: rows })
  return overtaken || !sure
}

/**
 * Writes changed rows into all lists and details of a resource. Returns true if an active query must be refetched; inactive
 * queries are invalidated and refetched when shown.
 */
export function patchRows<R extends { id: string }>(client: QueryClient, resource: string, rows: readonly R[]): boolean {
  const changed: Changed = new Map(rows.map((row) => [row.id, { ...row }]))
  let refetch = false
  for (const query of client.getQueryCache().findAll({ queryKey: keys().data().resource(resource).get() })) {
    if (!patchQuery(query as Query<Cached>, changed)) continue
    if (query.isActive()) refetch = true
    else query.invalidate()
  }
  return refetch
}
