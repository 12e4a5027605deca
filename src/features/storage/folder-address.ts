const buildAddress = (search: URLSearchParams, change: Record<string, string>): string => {
  const next = new URLSearchParams(search)
  for (const word of ['page', 'keyword', 'path']) next.delete(word)
  for (const [word, value] of Object.entries(change)) if (value) next.set(word, value)
  return `?${next}`
}

/** The address of another folder of the same region; order and page size stay, what was searched for does not. */
export const toFolderAddress = (search: URLSearchParams, path: string): string => buildAddress(search, { path })

/** The top of another region. */
export const toRegionAddress = (search: URLSearchParams, regionId: string): string =>
  buildAddress(search, { region_id: regionId })
