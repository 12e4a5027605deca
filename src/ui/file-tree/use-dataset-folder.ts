import { useEffect, useState } from 'react'
import type { DatasetFileEntry } from '#contract/community.ts'

interface Level {
  entries: readonly DatasetFileEntry[]
  total: number
}

/** What lies in one folder of a version, page after page; for a component of this very folder. */
export function useDatasetFolder(versionId: string, path: string) {
  const [level, setLevel] = useState<Level>()
  const [page, setPage] = useState(1)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    const abort = new AbortController()
    const load = async () => (await import('./requests.ts')).listDatasetFolder(versionId, path, page, abort.signal)
    load().then(
      ({ entries, total }) => {
        if (abort.signal.aborted) return
        setLevel((before) => ({ entries: page === 1 ? entries : [...(before?.entries ?? []), ...entries], total }))
      },
      (refused: unknown) => {
        if (!abort.signal.aborted) setError(refused)
      },
    )
    return () => abort.abort()
  }, [versionId, path, page, tries])

  const retry = () => {
    setError(null)
    setTries((before) => before + 1)
  }
  return { level, error, retry, more: () => setPage((before) => before + 1) }
}
