const key = 'notify'

/** The product whose alert is being set up, in the address: a visitor who signs in on the way comes back to it. */
export const alertIn = (search: URLSearchParams): string | null => search.get(key) || null

export function withAlert(search: URLSearchParams, product_id: string | null): URLSearchParams {
  const next = new URLSearchParams(search)
  if (product_id === null) next.delete(key)
  else next.set(key, product_id)
  return next
}
