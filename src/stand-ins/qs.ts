/** What Refine needs of `qs` and `query-string`: flat queries. List state is read and written by `use-list-state`, not by Refine. */

type Query = Record<string, unknown>

const parse = (search: string): Query => Object.fromEntries(new URLSearchParams(search))

const stringify = (query: Query, { addQueryPrefix = false }: { addQueryPrefix?: boolean } = {}): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()
  return addQueryPrefix && text ? `?${text}` : text
}

export default { parse, stringify }
export { parse, stringify }
