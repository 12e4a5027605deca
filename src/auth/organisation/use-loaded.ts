import { useEffect, useState } from 'react'

interface Loaded<T> {
  data?: T
  error?: unknown
}

/** Loads something when the page opens, and again on `retry`. `load` must be stable. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>): Loaded<T> & { retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({})
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    void attempt
    const gone = new AbortController()
    const set = (next: Loaded<T>) => !gone.signal.aborted && setLoaded(next)
    load(gone.signal).then(
      (data) => set({ data }),
      (error: unknown) => set({ error }),
    )
    return () => gone.abort()
  }, [load, attempt])
  return {
    ...loaded,
    retry: () => {
      setLoaded({})
      setAttempt(attempt + 1)
    },
  }
}
