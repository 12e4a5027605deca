import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { secretKeys } from '#contract/secret-keys.ts'
import { callEndpoint } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'
import { mockCall, mswServer, RefusedError } from '#tests/web/support/wire.ts'

const shown = () => toast.get().map(({ kind, message }) => `${kind}: ${message}`)
const refuse = (name: ConstructorParameters<typeof RefusedError>[0]) => () => {
  throw new RefusedError(name)
}
const list = () => callEndpoint(secretKeys.list).catch(() => undefined)
const one = (id: string) => callEndpoint(secretKeys.get, { params: { id } }).catch(() => undefined)
const remove = () => callEndpoint(secretKeys.remove, { params: { id: 'key-1' } }).catch(() => undefined)

beforeEach(() => {
  toast.clear()
  mockCall(secretKeys.list, () => ({ items: [], total: 0 }))
  return list()
})

describe('requirements §8 Other HTTP errors: what the server says is a toast', () => {
  it('of a read that fails again and again once, until it has succeeded', async () => {
    mockCall(secretKeys.list, refuse('internal'))
    await list()
    expect(shown()).toEqual(['error: 服务异常，请稍后再试'])
    toast.clear()
    await list()
    expect(shown()).toEqual([])
    mockCall(secretKeys.list, () => ({ items: [], total: 0 }))
    await list()
    mockCall(secretKeys.list, refuse('internal'))
    await list()
    expect(shown()).toHaveLength(1)
  })

  it('of an act each time, and never twice on the screen', async () => {
    mockCall(secretKeys.remove, refuse('not_found'))
    await remove()
    await remove()
    expect(shown()).toHaveLength(1)
    toast.clear()
    await remove()
    expect(shown()).toHaveLength(1)
  })

  it('in the field msg too', async () => {
    mswServer.use(
      http.get(`*${secretKeys.list.path}`, () => HttpResponse.json({ code: '00900001', msg: '今天不行' }, { status: 400 })),
    )
    await list()
    expect(shown()).toEqual(['error: 今天不行'])
  })

  it('and even where the body has no code', async () => {
    mswServer.use(http.get(`*${secretKeys.list.path}`, () => HttpResponse.json({ message: '网关维护中' }, { status: 400 })))
    await list()
    expect(shown()).toEqual(['error: 网关维护中'])
  })

  it('not of what was there and is gone: its page says so', async () => {
    mockCall(secretKeys.get, ({ params }) => ({
      id: params.id,
      name: 'a',
      algorithm: 'ed25519' as const,
      bits: 256,
      fingerprint: 'SHA256:x',
      public_key: 'ssh-ed25519 AAAA',
      created_at: '2026-11-01T00:00:00Z',
    }))
    await one('key-9')
    mockCall(secretKeys.get, refuse('not_found'))
    await one('key-9')
    expect(shown()).toEqual([])
    await one('key-8')
    expect(shown()).toHaveLength(1)
  })

  it.each(['step_up_required', 'session_ended'] as const)('not of %s, which is told by itself', async (name) => {
    mockCall(secretKeys.list, refuse(name))
    await list()
    expect(shown()).toEqual([])
  })

  it('not of silence, which is no word of the server', async () => {
    mswServer.use(http.get(`*${secretKeys.list.path}`, () => HttpResponse.error()))
    await list()
    expect(shown()).toEqual([])
  })
})
