import { useList } from '@refinedev/core'
import { act, renderHook, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { resultCodes } from '#contract/codes.ts'
import { type Endpoint, endpoint } from '#contract/endpoint.ts'
import type { StreamMessage } from '#contract/stream.ts'
import type { Resource } from '#src/admin/resource.ts'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { ApiError } from '#src/api/api-error.ts'
import { setRemedy } from '#src/api/retry-after-remedy.ts'
import { liveStream } from '#src/session/live-stream.ts'
import { toast } from '#src/ui/toast.ts'
import { mockCall, mswServer, RefusedError } from '#tests/web/support/wire.ts'
import { createRefineWrapper } from '#tests/web/support/with-refine.tsx'

const common = { access: 'user', summary: '', description: 'A test.', source: 'decided: test' } as const
const Kettle = z.object({ id: z.string(), litres: z.number() })
const list = endpoint({ ...common, method: 'GET', path: '/api/v1/kettle/list', data: z.array(Kettle), paged: true })
const level = endpoint({ ...common, method: 'GET', path: '/api/v1/water/level', data: z.object({ litres: z.number() }) })
const tea = endpoint({ ...common, method: 'GET', path: '/api/v1/tea', data: z.object({ cups: z.number() }) })
const fill = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/kettle/:id/fill',
  params: z.object({ id: z.string() }),
  body: z.object({ litres: z.number() }),
  idempotent: true,
  message: '已加水',
  invalidates: ['water'],
  data: Kettle,
})
const pour = endpoint({ ...common, method: 'POST', path: '/api/v1/tea', data: z.object({ cups: z.number() }), message: '已倒茶' })

const kettles = { name: 'kettles', api: { list } } as unknown as Resource
const filled = { params: { id: 'k-1' }, body: { litres: 2 } }

/** What a page with these hooks on it sees. */
const open = <T,>(use: () => T) => renderHook(use, { wrapper: createRefineWrapper([kettles]) }).result

/** Answers a read and counts how often it was asked for. */
function counted<E extends Endpoint>(read: E, answer: Parameters<typeof mockCall<E>>[1]) {
  const asked = { times: 0 }
  mockCall(read, ((received) => {
    asked.times += 1
    return answer(received)
  }) as typeof answer)
  return asked
}
const said = () => toast.get().map(({ kind, message }) => `${kind}: ${message}`)

afterEach(() => toast.clear())

describe('useEndpoint', () => {
  it('reads an endpoint through the data provider, typed by its schema', async () => {
    mockCall(level, () => ({ litres: 7 }))
    const page = open(() => useEndpoint(level))
    await waitFor(() => expect(page.current.data?.litres).toBe(7))
  })

  it('knows how many rows there are in all', async () => {
    mockCall(list, () => ({ items: [{ id: 'k-1', litres: 1 }], total: 41 }))
    const page = open(() => useEndpoint(list, { query: {} }))
    await waitFor(() => expect(page.current.total).toBe(41))
  })

  it('leaves a refusal to the page', async () => {
    mockCall(level, () => {
      throw new RefusedError('forbidden')
    })
    const page = open(() => useEndpoint(level, {}, { quiet: true }))
    await waitFor(() => expect(page.current.error).toMatchObject({ code: resultCodes.forbidden.code }))
    expect(said()).toEqual([])
  })

  it('asks again when the stream says that what it shows has changed', async () => {
    let push: (messages: readonly StreamMessage[]) => void = () => undefined
    vi.spyOn(liveStream, 'subscribe').mockImplementation((handler) => {
      push = handler
      return () => undefined
    })
    let litres = 0
    mockCall(level, () => {
      litres += 1
      return { litres }
    })
    const wallet = ['wallet'] as const
    const page = open(() => useEndpoint(level, {}, { live: wallet }))
    await waitFor(() => expect(page.current.data?.litres).toBe(1))
    act(() => push([{ type: 'change', resource: 'orders', id: null }]))
    act(() => push([{ type: 'change', resource: 'wallet', id: null }]))
    await waitFor(() => expect(page.current.data?.litres).toBe(2))
  })
})

describe('useAction', () => {
  it('says what the endpoint says, and answers what it answered', async () => {
    mockCall(fill, ({ params, body }) => ({ id: params.id, ...body }))
    const page = open(() => useAction(fill))
    const called = await act(() => page.current.run(filled))
    expect(called?.data).toEqual({ id: 'k-1', litres: 2 })
    expect(said()).toEqual(['success: 已加水'])
    expect(page.current.pending).toBe(false)
  })

  it('has fresh data fetched: lists of its own noun, and the endpoints it invalidates, and no others', async () => {
    mockCall(fill, ({ params, body }) => ({ id: params.id, ...body }))
    const rows = counted(list, () => ({ items: [], total: 0 }))
    const water = counted(level, () => ({ litres: 7 }))
    const cups = counted(tea, () => ({ cups: 1 }))
    const page = open(() => ({
      list: useList({ resource: 'kettles' }),
      level: useEndpoint(level),
      tea: useEndpoint(tea),
      fill: useAction(fill),
    }))
    await waitFor(() => expect([rows.times, water.times, cups.times]).toEqual([1, 1, 1]))
    await act(() => page.current.fill.run(filled))
    expect([rows.times, water.times, cups.times]).toEqual([2, 2, 1])
  })

  it('writes its answer where a read of the same is shown, without asking for that again', async () => {
    const cups = counted(tea, () => ({ cups: 1 }))
    mockCall(pour, () => ({ cups: 2 }))
    const page = open(() => ({ tea: useEndpoint(tea), pour: useAction(pour, { answers: [tea] }) }))
    await waitFor(() => expect(page.current.tea.data?.cups).toBe(1))
    await act(() => page.current.pour.run())
    await waitFor(() => expect(page.current.tea.data?.cups).toBe(2))
    expect(cups.times).toBe(1)
  })

  it('goes on with the same key once who is there has been proved', async () => {
    const proofs = { given: false }
    const keys: (string | null)[] = []
    mockCall(fill, ({ params, body, request }) => {
      keys.push(request.headers.get('idempotency-key'))
      if (!proofs.given) throw new RefusedError('step_up_required')
      return { id: params.id, ...body }
    })
    const stop = setRemedy({
      helps: ({ code }) => code === resultCodes.step_up_required.code,
      ask: async () => {
        proofs.given = true
        return true
      },
    })
    const page = open(() => useAction(fill))
    const called = await act(() => page.current.run(filled))
    stop()
    expect(called?.data.litres).toBe(2)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  it('says that a lost answer leaves open what came of it, and repeats the intent with its key (decision 008)', async () => {
    const keys: (string | null)[] = []
    let lost = 1
    mswServer.use(
      http.post('*/api/v1/kettle/:id/fill', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        lost -= 1
        return lost >= 0 ? HttpResponse.error() : undefined
      }),
    )
    const page = open(() => useAction(fill))
    expect(await act(() => page.current.run(filled))).toBeUndefined()
    expect(toast.get()[0]?.description).toContain('不能确定是否已经成功')

    mswServer.resetHandlers()
    mockCall(fill, ({ params, body, request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return { id: params.id, ...body }
    })
    await act(() => page.current.run(filled))
    await act(() => page.current.run(filled)) // a new intent, though alike
    await act(() => page.current.run({ ...filled, body: { litres: 3 } }))
    expect(keys).toHaveLength(4)
    expect(keys[0]).toBe(keys[1])
    expect(new Set(keys).size).toBe(3)
  })

  it('shows what is wrong at the fields, and lets a form have the refusal', async () => {
    mockCall(fill, () => {
      throw new RefusedError('invalid', { errors: { litres: ['太多了'] } })
    })
    const show = vi.fn()
    const page = open(() => useAction(fill, { show }))
    await act(() => page.current.run(filled))
    expect(show).toHaveBeenCalledExactlyOnceWith({ litres: ['太多了'] }, expect.any(ApiError))
    expect(page.current.failure?.errors).toEqual({ litres: ['太多了'] })
    await act(() => expect(page.current.send(filled)).rejects.toMatchObject({ code: resultCodes.invalid.code }))
  })

  it('says why it was refused, and fetches again what may be the reason', async () => {
    const water = counted(level, () => ({ litres: 7 }))
    mockCall(fill, () => {
      throw new RefusedError('action_not_allowed')
    })
    const page = open(() => ({ level: useEndpoint(level), fill: useAction(fill) }))
    await waitFor(() => expect(water.times).toBe(1))
    await act(() => page.current.fill.run(filled))
    expect(said()).toEqual([`error: ${resultCodes.action_not_allowed.message}`])
    await waitFor(() => expect(water.times).toBe(2))
  })
})
