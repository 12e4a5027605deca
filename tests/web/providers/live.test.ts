import { keys } from '@refinedev/core'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StreamMessage } from '#contract/stream.ts'
import { createLiveProvider } from '#src/providers/live/live-provider.ts'

const resources = [
  { name: 'instances', live: 'instances', access: { list: 'user' } },
  { name: 'keys', access: { list: 'user' } },
  { name: 'operator-hosts', access: { list: 'operator' } },
] as const

const instances = () => keys().data().resource('instances')
const list = (params: object = {}) => instances().action('list').params(params).get()
const one = (id: string) => instances().action('one').id(id).params({}).get()
const equal = (field: string, value: string) => ({ field, operator: 'eq', value })

const frameMs = 20
const stops: (() => void)[] = []

function world(params: object = {}) {
  const handlers = new Set<(messages: readonly StreamMessage[]) => void>()
  const client = new QueryClient()
  const invalidated = vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
  const show = (queryKey: readonly unknown[], data: unknown) => {
    client.setQueryData(queryKey, data)
    stops.push(
      new QueryObserver(client, { queryKey, queryFn: () => data, staleTime: Number.POSITIVE_INFINITY }).subscribe(
        () => undefined,
      ),
    )
  }
  const rows = [
    { id: 'a', status: 5, nick_name: '甲' },
    { id: 'b', status: 5, nick_name: '乙' },
  ]
  show(list(params), { data: rows, total: 2 })
  show(one('a'), { data: { id: 'a', status: 5, steps: ['boot'] } })
  const provider = createLiveProvider(resources, client, {
    subscribe: (handler) => {
      handlers.add(handler)
      return () => handlers.delete(handler)
    },
  })
  const subscribe = (name: string) => {
    const callback = vi.fn()
    const handle: unknown = provider.subscribe({ channel: `resources/${name}`, types: ['*'], callback })
    return { callback, stop: () => provider.unsubscribe(handle) }
  }
  const shown = (): { data: { id: string }[] } => client.getQueryData(list(params))!
  return {
    client,
    rows,
    shown,
    invalidated,
    handlers,
    subscribe,
    push: (...messages: StreamMessage[]) => {
      for (const handler of handlers) handler(messages)
      vi.advanceTimersByTime(frameMs)
    },
  }
}
const change = (id: string | null, row?: unknown): StreamMessage => ({ type: 'change', resource: 'instances', id, row })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

describe('Product §8: live lists', () => {
  it('writes a changed row into every list and detail that shows it, without a refetch of the list', () => {
    const { client, shown, rows, subscribe, push, invalidated } = world()
    const { callback } = subscribe('instances')
    push(change('a', { id: 'a', status: 2 }))
    expect(shown()).toEqual({ data: [{ ...rows[0], status: 2 }, rows[1]], total: 2 })
    expect(shown().data[1]).toBe(rows[1]) // an untouched row is not drawn again
    expect(client.getQueryData(one('a'))).toEqual({ data: { id: 'a', status: 2, steps: ['boot'] } })
    expect(callback).not.toHaveBeenCalled()
    expect(invalidated).toHaveBeenCalledExactlyOnceWith({
      queryKey: keys().data().resource('instances').action('one').id('a').get(),
    })
  })

  it('writes what comes within a frame at once', () => {
    const { client, shown, subscribe, push } = world()
    subscribe('instances')
    const written = vi.fn()
    stops.push(client.getQueryCache().subscribe(({ type }) => type === 'updated' && written()))
    push(...Array.from({ length: 100 }, (_, n) => change(n % 2 ? 'a' : 'b', { id: n % 2 ? 'a' : 'b', status: n })))
    expect(shown().data.map((row) => (row as unknown as { status: number }).status)).toEqual([99, 98])
    expect(written).toHaveBeenCalledTimes(2) // the list, and the open detail
  })

  it('draws the first of many changes at once and the others a few times a second, the last of them too', () => {
    const { client, shown, subscribe, push } = world()
    subscribe('instances')
    const written = vi.fn()
    stops.push(
      client.getQueryCache().subscribe(({ type, query }) => type === 'updated' && query.queryKey.at(-2) === 'list' && written()),
    )
    const status = () => (shown().data[1] as unknown as { status: number }).status
    push(change('b', { id: 'b', status: 0 }))
    expect(status()).toBe(0)
    for (let nth = 1; nth <= 100; nth += 1) push(change('b', { id: 'b', status: nth })) // for two seconds
    expect(written.mock.calls.length).toBeLessThan(20)
    expect(written.mock.calls.length).toBeGreaterThan(4)
    vi.advanceTimersByTime(1000)
    expect(status()).toBe(100)
  })

  it('refetches for a row nobody shows, and for a change without its row', () => {
    const { subscribe, push } = world()
    const { callback } = subscribe('instances')
    push(change('new', { id: 'new', status: 0 }))
    expect(callback).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1100)
    push(change('a'))
    expect(callback).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['no longer fits the filter', { filters: [equal('status', '5')] }, { status: 2 }, 1],
    ['still fits the filter', { filters: [equal('status', '5')] }, { status: 5, cost: '1.00' }, 0],
    ['may no longer match the keyword', { filters: [equal('keyword', '甲')] }, { nick_name: '丙' }, 1],
    ['moves in the order', { sorters: [{ field: 'nick_name', order: 'asc' }] }, { nick_name: '丙' }, 1],
    ['keeps its place in the order', { sorters: [{ field: 'nick_name', order: 'asc' }] }, { status: 2 }, 0],
  ])('refetches once when a row %s, and only then', (_, params, values, times) => {
    const { rows, subscribe, push } = world(params)
    const { callback } = subscribe('instances')
    push(change('a', { ...rows[0], ...values }))
    vi.advanceTimersByTime(5000)
    expect(callback).toHaveBeenCalledTimes(times)
  })

  it.each([
    ['a list', list(), change('new')],
    ['a detail', one('new'), change('new')],
    ['a detail of which it brings the row', one('new'), change('new', { id: 'new', status: 2 })],
  ])('asks again for %s whose first answer was on its way', async (_, queryKey, message) => {
    const { client, subscribe, push, invalidated } = world()
    invalidated.mockRestore()
    const { callback } = subscribe('instances')
    callback.mockImplementation(() => void client.invalidateQueries({ queryKey: instances().get() }))
    client.removeQueries({ queryKey })
    const answers: ((data: unknown) => void)[] = []
    const queryFn = () => new Promise((answer) => answers.push(answer))
    stops.push(new QueryObserver(client, { queryKey, queryFn, retry: false }).subscribe(() => undefined))
    push(message)
    answers[0]!({ data: [], old: true })
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]!({ data: [], old: false })
    await vi.waitFor(() => expect(client.getQueryData(queryKey)).toEqual({ data: [], old: false }))
    expect(answers).toHaveLength(2)
  })

  it('leaves a list that is not on the screen to be fetched when it is', () => {
    const { client, subscribe, push } = world()
    const { callback } = subscribe('instances')
    const earlier = list({ filters: [equal('status', '7')] })
    client.setQueryData(earlier, { data: [], total: 0 })
    push(change('a', { id: 'a', status: 7 }))
    expect(callback).not.toHaveBeenCalled()
    expect(client.getQueryState(earlier)?.isInvalidated).toBe(true)
  })

  it('refetches at most once a second, and once more at the end', () => {
    const { subscribe, push } = world()
    const { callback } = subscribe('instances')
    for (let i = 0; i < 50; i += 1) push(change(null))
    vi.advanceTimersByTime(5000)
    expect(callback).toHaveBeenCalledTimes(2)
  })

  it('routes by resource', () => {
    const { subscribe, push } = world()
    const { callback } = subscribe('instances')
    push({ type: 'change', resource: 'orders', id: 'x' })
    expect(callback).not.toHaveBeenCalled()
  })

  it('refetches everything when the asked position is no longer kept', () => {
    const { subscribe, push } = world()
    const { callback } = subscribe('instances')
    push({ type: 'reset' })
    expect(callback).toHaveBeenCalledTimes(1)
  })

  it('does not subscribe what is not live, and lets go', () => {
    const { subscribe, handlers } = world()
    subscribe('keys').stop()
    expect(handlers.size).toBe(0)
    const { stop } = subscribe('instances')
    expect(handlers.size).toBe(1)
    stop()
    expect(handlers.size).toBe(0)
  })
})
