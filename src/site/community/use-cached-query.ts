import { useCallback, useEffect, useState } from 'react'

export interface CachedQuery<T> {
  data: T | undefined
  error: unknown
  /** `data` answers an earlier question while this one is on its way. */
  stale: boolean
  retry: () => void
  /** What is known now, without asking: after a change that answered with it. */
  set: (data: T) => void
}

const cache = new Map<string, unknown>()
const cacheMax = 40

const saveToCache = (question: string, answer: unknown) => {
  if (cache.size >= cacheMax) cache.clear()
  cache.set(question, answer)
}

interface State<T> {
  question: string | null
  data: T | undefined
  error: unknown
}

/**
 * Asks when the question changes; `null` asks nothing. A question asked before shows its answer at once while it is asked
 * again; the answer to the one before stays until then, so that the page does not jump. `ask` must depend on the question alone.
 */
export function useCachedQuery<T>(question: string | null, ask: (signal: AbortSignal) => Promise<T>): CachedQuery<T> {
  const known = () => (question === null ? undefined : (cache.get(question) as T | undefined))
  const [state, setState] = useState<State<T>>(() => ({ question, data: known(), error: null }))
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is a new function at every render; the question says what it asks
  useEffect(() => {
    if (question === null) return
    const abort = new AbortController()
    ask(abort.signal).then(
      (data) => {
        if (abort.signal.aborted) return
        saveToCache(question, data)
        setState({ question, data, error: null })
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ question, data: known(), error })
      },
    )
    return () => abort.abort()
  }, [question, tries])

  const retry = useCallback(() => {
    setState((before) => ({ ...before, error: null }))
    setTries((before) => before + 1)
  }, [])
  const set = useCallback(
    (data: T) => {
      if (question !== null) saveToCache(question, data)
      setState({ question, data, error: null })
    },
    [question],
  )
  if (state.question === question) return { data: state.data, error: state.error, stale: false, retry, set }
  return { data: known() ?? state.data, error: null, stale: known() === undefined && state.data !== undefined, retry, set }
}
