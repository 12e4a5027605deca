/** How many offers stand side by side. */
export const compare_max = 4
const key = 'compare'
const open_key = 'view'

/** Ids that the address names, in the order they were picked. */
export const comparedIn = (search: URLSearchParams): string[] => {
  const named = (search.get(key) ?? '').split(',').filter((id) => /^[A-Za-z0-9-]{1,64}$/.test(id))
  return [...new Set(named)].slice(0, compare_max)
}

/** The address with these picked; with fewer than two there is nothing to open. */
export function withCompared(search: URLSearchParams, ids: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search)
  if (ids.length === 0) next.delete(key)
  else next.set(key, ids.join(','))
  if (ids.length < 2) next.delete(open_key)
  return next
}

export const isOpenIn = (search: URLSearchParams): boolean => search.get(open_key) === 'compare' && comparedIn(search).length > 1

export function withOpen(search: URLSearchParams, open: boolean): URLSearchParams {
  const next = new URLSearchParams(search)
  if (open) next.set(open_key, 'compare')
  else next.delete(open_key)
  return next
}
