import { session } from '#src/session/session.ts'
import { retryFailedParts } from '#src/ui/lazy-part.tsx'
import { createListenerSet, type Store } from '#src/ui/store.ts'

export const liveRefreshMs = 15_000
/** A focus event shortly after a load does not reload. */
const freshForMs = 2_000

export interface LiveState<T> {
  data: T | undefined
  /** The last load failed; `data` is from the load before it. */
  error: Error | null
  loading: boolean
  /** When `data` was loaded, in ms. */
  at: number | null
}

export interface LiveStore<T> extends Store<LiveState<T>> {
  refresh: () => Promise<void>
}

/**
 * A value kept current while it has subscribers: loaded at the first subscription, every 15 s while the page is visible, and
 * when the window regains focus. Also reloads on sign-in and sign-out, as the data may depend on the user, and when the browser
 * reports that the network went offline or online. The public pages have no event stream: when a load succeeds again, it also
 * retries the parts of the page that failed to load.
 */
export function createLiveStore<T>(load: (signal: AbortSignal) => Promise<T>): LiveStore<T> {
  const unknown: LiveState<T> = { data: undefined, error: null, loading: true, at: null }
  let state = unknown
  /** The access token used for the last load. */
  let askedWith: string | undefined
  let stopFollowing = () => {}
  let underWay: { promise: Promise<void>; abort: AbortController } | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  const { add, notify } = createListenerSet()
  let watchers = 0

  const set = (change: Partial<LiveState<T>>) => {
    state = { ...state, ...change }
    notify()
  }

  async function run(signal: AbortSignal) {
    try {
      const data = await load(signal)
      if (signal.aborted) return
      const wasLost = state.error !== null
      set({ data, error: null, loading: false, at: Date.now() })
      if (wasLost) retryFailedParts()
    } catch (error) {
      if (!signal.aborted) set({ error: error instanceof Error ? error : new Error(String(error)), loading: false })
    } finally {
      if (underWay?.abort.signal === signal) underWay = null
    }
  }

  function refresh(): Promise<void> {
    if (underWay) return underWay.promise
    const abort = new AbortController()
    askedWith = session.token()?.access
    set({ loading: true })
    underWay = { abort, promise: Promise.resolve() }
    underWay.promise = run(abort.signal)
    return underWay.promise
  }

  const askedByOther = () => session.token()?.access !== askedWith

  const look = () => {
    const old = state.at === null || Date.now() - state.at > freshForMs || askedByOther()
    if (document.visibilityState === 'visible' && old) void refresh()
  }

  function drop() {
    underWay?.abort.abort()
    underWay = null
  }

  function askAnew() {
    if (!askedByOther()) return
    drop()
    void refresh()
  }

  const lookNow = () => void refresh()

  function open() {
    stopFollowing = session.subscribe(askAnew)
    timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), liveRefreshMs)
    window.addEventListener('focus', look)
    for (const change of ['online', 'offline']) window.addEventListener(change, lookNow)
    document.addEventListener('visibilitychange', look)
    look()
  }

  function close() {
    stopFollowing()
    clearInterval(timer)
    window.removeEventListener('focus', look)
    for (const change of ['online', 'offline']) window.removeEventListener(change, lookNow)
    document.removeEventListener('visibilitychange', look)
    drop()
  }

  return {
    get: () => state,
    first: () => unknown,
    refresh,
    subscribe(listener) {
      const remove = add(listener)
      watchers += 1
      if (watchers === 1) open()
      return () => {
        remove()
        watchers -= 1
        if (watchers === 0) close()
      }
    },
  }
}
