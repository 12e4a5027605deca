const alertParam = 'notify'

/** The product whose alert is being created, in the URL: a visitor who signs in on the way comes back to it. */
export const parseAlertProductId = (search: URLSearchParams): string | null => search.get(alertParam) || null

export function withAlertProductId(search: URLSearchParams, productId: string | null): URLSearchParams {
  const next = new URLSearchParams(search)
  if (productId === null) next.delete(alertParam)
  else next.set(alertParam, productId)
  return next
}
