import { useSearchParams } from 'react-router-dom'

/** Reads the version of a data set that the address names, the first by default; undefined if there is none. */
export function useChosenVersion<V extends { version: string }>(versions: readonly V[]) {
  const [search] = useSearchParams()
  return {
    chosen: versions.find(({ version }) => version === search.get('version')) ?? versions[0],
    /** Builds the query string that selects a version; the open file belongs to another one and is dropped. */
    buildVersionSearch: (version: string): string => {
      const next = new URLSearchParams(search)
      next.set('version', version)
      next.delete('file')
      return next.toString()
    },
  }
}
