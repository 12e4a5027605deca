/** Maximum number of offers side by side. */
export const comparedOffersMax = 4
const comparedParam = 'compare'
const viewParam = 'view'

/** Ids in the URL, in order of selection. */
export const parseComparedIds = (search: URLSearchParams): string[] => {
  const named = (search.get(comparedParam) ?? '').split(',').filter((id) => /^[A-Za-z0-9-]{1,64}$/.test(id))
  return [...new Set(named)].slice(0, comparedOffersMax)
}

/** The URL with this selection; fewer than two offers cannot be opened. */
export function withComparedIds(search: URLSearchParams, ids: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search)
  if (ids.length === 0) next.delete(comparedParam)
  else next.set(comparedParam, ids.join(','))
  if (ids.length < 2) next.delete(viewParam)
  return next
}

export const isCompareOpen = (search: URLSearchParams): boolean =>
  search.get(viewParam) === 'compare' && parseComparedIds(search).length > 1

export function withCompareOpen(search: URLSearchParams, open: boolean): URLSearchParams {
  const next = new URLSearchParams(search)
  if (open) next.set(viewParam, 'compare')
  else next.delete(viewParam)
  return next
}
