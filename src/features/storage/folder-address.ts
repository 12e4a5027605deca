const buildAddress = (search: URLSearchParams, change: Record<string, string>): string => {
  const next = new URLSearchParams(search)
  for (const word of ['page', 'keyword', 'path']) next.delete(word)
  for (const [word, value] of Object.entries(change)) if (value) next.set(word, value)
  return `?${next}`
}

/** Returns the address of another folder of the same region; keeps order and page size, drops the search. */
export const toFolderAddress = (search: URLSearchParams, path: string): string => buildAddress(search, { path })

/** Returns the address of another region's root folder. */
export const toRegionAddress = (search: URLSearchParams, regionId: string): string =>
  buildAddress(search, { region_id: regionId })
