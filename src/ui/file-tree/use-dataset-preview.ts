import { useEffect, useState } from 'react'
import type { DatasetPreview } from '#contract/community.ts'

/** The beginning of a file; for a component of this very file. */
export function useDatasetPreview(versionId: string, path: string) {
  const [preview, setPreview] = useState<DatasetPreview>()
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    const abort = new AbortController()
    const load = async () => (await import('./requests.ts')).getDatasetPreview(versionId, path, abort.signal)
    load().then(
      (shown) => {
        if (!abort.signal.aborted) setPreview(shown)
      },
      (refused: unknown) => {
        if (!abort.signal.aborted) setError(refused)
      },
    )
    return () => abort.abort()
  }, [versionId, path, tries])

  const retry = () => {
    setError(null)
    setTries((before) => before + 1)
  }
  return { preview, error, retry }
}
