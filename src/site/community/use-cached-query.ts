import { use, useCallback, useContext, useEffect, useState } from 'react'
import { type Drawing, FirstAnswersContext } from '#src/site/first-answers.ts'

export interface CachedQuery<T> {
  data: T | undefined
  error: unknown
  /** `data` still belongs to an earlier query while this one is loading. */
  stale: boolean
  retry: () => void
  /** Sets the data without a request, after a change whose response contains it. */
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
 * Loads when the query changes; `null` loads nothing. A cached query shows its data at once and reloads; otherwise the previous
 * data stays until the response arrives, so that the page does not jump. What the server drew the page from is not asked again.
 * `ask` must depend only on the query.
 */
export function useCachedQuery<T>(question: string | null, ask: (signal: AbortSignal) => Promise<T>): CachedQuery<T> {
  const first = useContext(FirstAnswersContext)
  if (import.meta.env.SSR && first && question !== null) use((first as Drawing).load(question, ask))
  const known = () => (question === null ? undefined : ((cache.get(question) ?? first?.answers[question]) as T | undefined))
  const [state, setState] = useState<State<T>>(() => ({ question, data: known(), error: null }))
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is a new function at every render; the question says what it asks
  useEffect(() => {
    if (question === null) return
    if (first?.answers[question] !== undefined && first.isFresh()) return
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
