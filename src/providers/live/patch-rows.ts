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

/** What a list was asked for; Refine puts it last in the key. */
const getListQuery = (key: readonly unknown[]): ListQuery => {
  const last = key.at(-1)
  return typeof last === 'object' && last !== null ? (last as ListQuery) : {}
}

const filled = (value: unknown) => value !== undefined && value !== null && value !== ''

/** True when the row's own fields show that the filters still select it. A keyword is the server's to judge. */
const matchesFilters = (row: AnyRow, { filters = [] }: ListQuery): boolean =>
  filters.every(({ field = '', value }) => !filled(value) || (field in row && String(row[field]) === String(value)))

const keepsPlace = (before: AnyRow, after: AnyRow, { sorters = [] }: ListQuery): boolean =>
  sorters.every(({ field }) => Object.is(before[field], after[field]))

/** The list with the changed rows written in; `sure` when the server could answer nothing else than these rows in this order. */
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

/** Answers whether what this query shows may differ from what the server would answer now. */
function patchQuery(query: Query<Cached>, changed: Changed): boolean {
  // an answer on its way was given before the rows changed, and will be written over them
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
 * Writes changed rows into every list and detail of a resource. True when something on the screen has to be fetched again;
 * what is not on the screen is fetched when it is shown.
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
