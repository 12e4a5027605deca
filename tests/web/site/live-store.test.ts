import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '#src/session/session.ts'
import { createLiveStore, liveRefreshMs } from '#src/site/live/live-store.ts'

const settle = () => vi.advanceTimersByTimeAsync(0)
const look = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('product §3 Live stock on pages without a stream', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('loads for the first who looks and every 15 s while somebody does', async () => {
    const load = vi.fn(async () => 'stock')
    const store = createLiveStore(load)
    expect(load).not.toHaveBeenCalled()
    const [first, second] = [store.subscribe(() => {}), store.subscribe(() => {})]
    await settle()
    expect(store.get()).toMatchObject({ data: 'stock', loading: false, error: null })
    await vi.advanceTimersByTimeAsync(2 * liveRefreshMs)
    expect(load).toHaveBeenCalledTimes(3)
    first()
    second()
    await vi.advanceTimersByTimeAsync(4 * liveRefreshMs)
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('rests while the page is hidden and catches up when it is seen again', async () => {
    const load = vi.fn(async () => 'stock')
    const stop = createLiveStore(load).subscribe(() => {})
    await settle()
    look('hidden')
    await vi.advanceTimersByTimeAsync(4 * liveRefreshMs)
    expect(load).toHaveBeenCalledTimes(1)
    look('visible')
    expect(load).toHaveBeenCalledTimes(2)
    stop()
  })

  it('makes one call of refreshes that come together', async () => {
    const load = vi.fn(async () => 'stock')
    const store = createLiveStore(load)
    await Promise.all([store.refresh(), store.refresh(), store.refresh()])
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('keeps what it had when a refresh fails, and recovers', async () => {
    const answers = ['first', new Error('down'), 'third']
    const store = createLiveStore(async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer
    })
    const stop = store.subscribe(() => {})
    await settle()
    await store.refresh()
    expect(store.get()).toMatchObject({ data: 'first', error: new Error('down') })
    await store.refresh()
    expect(store.get()).toMatchObject({ data: 'third', error: null })
    stop()
  })

  it('drops the answer nobody waits for any more', async () => {
    let signal: AbortSignal | undefined
    const store = createLiveStore(async (given) => {
      signal = given
      return 'late'
    })
    store.subscribe(() => {})()
    await settle()
    expect(signal?.aborted).toBe(true)
    expect(store.get().data).toBeUndefined()
  })

  it('is asked anew for whoever signs in or out, without what the one before him was told', async () => {
    const answers: ((value: string) => void)[] = []
    const load = vi.fn(() => new Promise<string>((resolve) => void answers.push(resolve)))
    const store = createLiveStore(load)
    const stop = store.subscribe(() => {})
    const token = { userId: 'user-1', access: 'access-1', refresh: 'refresh-1' }
    session.signIn(token)
    expect(load).toHaveBeenCalledTimes(2)
    answers[1]!('of the user')
    answers[0]!('of a visitor')
    await settle()
    expect(store.get()).toMatchObject({ data: 'of the user', loading: false })
    session.signIn(token)
    expect(load).toHaveBeenCalledTimes(2)
    session.clear()
    expect(load).toHaveBeenCalledTimes(3)
    stop()
    session.signIn(token)
    expect(load).toHaveBeenCalledTimes(3)
  })
})
