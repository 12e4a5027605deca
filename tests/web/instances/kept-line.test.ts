import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { instances } from '#contract/instances.ts'
import { anew, type KeptState, keepLine, waitOf } from '#src/resources/instances/terminal/kept-line.ts'
import { until } from '#tests/support/until.ts'
import { FakeSocket } from '#tests/web/support/fake-socket.ts'
import { on, Refused } from '#tests/web/support/wire.ts'

let states: KeptState[]
let written: string
let line: ReturnType<typeof keepLine>

const socket = async (nth: number): Promise<FakeSocket> => {
  await until(() => expect(FakeSocket.count).toBe(nth))
  return FakeSocket.last
}
const last = () => states.at(-1)
const start = () => {
  const write = (bytes: Uint8Array) => {
    written += new TextDecoder().decode(bytes)
  }
  line = keepLine('gpu-1', { size: () => ({ cols: 80, rows: 24 }), write }, (state) => states.push(state))
}

beforeEach(() => {
  states = []
  written = ''
  FakeSocket.forget()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  on(instances.terminal_ticket, () => ({ ticket: 't', path: '/ws/v1/terminal?ticket=t' }))
  start()
})
afterEach(() => {
  line.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('product §4 The terminal comes back by itself', () => {
  it.each([1006, 1001, 4002])('after it was lost (%i): counts down, connects, and says that the session is new', async (code) => {
    ;(await socket(1)).open()
    expect(written).toBe('')
    FakeSocket.last.onclose?.({ code })
    expect(last()).toEqual({ at: 'waiting', seconds: 1, tries: 1 })
    vi.advanceTimersByTime(1000)
    ;(await socket(2)).open()
    expect(last()).toEqual({ at: 'open' })
    expect(written).toBe(new TextDecoder().decode(anew))
  })

  it('waits longer after each try that came to nothing, and starts over once it is back', async () => {
    expect([1, 2, 3, 4, 5, 6, 20].map(waitOf)).toEqual([1, 2, 4, 8, 16, 30, 30])
    ;(await socket(1)).open()
    FakeSocket.last.onclose?.({ code: 1006 })
    vi.advanceTimersByTime(1000)
    ;(await socket(2)).onclose?.({ code: 1006 })
    expect(last()).toEqual({ at: 'waiting', seconds: 2, tries: 2 })
    vi.advanceTimersByTime(1000)
    expect(last()).toEqual({ at: 'waiting', seconds: 1, tries: 2 })
    vi.advanceTimersByTime(1000)
    ;(await socket(3)).open()
    FakeSocket.last.onclose?.({ code: 1006 })
    expect(last()).toEqual({ at: 'waiting', seconds: 1, tries: 1 })
  })

  it('tries again while the server is not there, and not when it refuses', async () => {
    ;(await socket(1)).open()
    on(instances.terminal_ticket, () => {
      throw new Refused('unavailable')
    })
    FakeSocket.last.onclose?.({ code: 1006 })
    vi.advanceTimersByTime(1000)
    await until(() => expect(last()).toEqual({ at: 'waiting', seconds: 2, tries: 2 }))
    on(instances.terminal_ticket, () => {
      throw new Refused('terminal_unavailable')
    })
    vi.advanceTimersByTime(2000)
    await until(() => expect(last()).toEqual({ at: 'closed', why: '实例未运行，无法打开终端', lost: false }))
  })

  it('does not, once the session has ended by itself', async () => {
    ;(await socket(1)).open()
    FakeSocket.last.onclose?.({ code: 4000 })
    vi.advanceTimersByTime(60_000)
    expect(last()).toMatchObject({ at: 'closed', lost: false })
    line.again()
    ;(await socket(2)).open()
    expect(last()).toEqual({ at: 'open' })
  })

  it('knows at once when the network is gone, and when it is back', async () => {
    const first = await socket(1)
    first.open()
    window.dispatchEvent(new Event('offline'))
    expect(first.closed).toBe(true)
    expect(last()).toMatchObject({ at: 'waiting' })
    window.dispatchEvent(new Event('online'))
    ;(await socket(2)).open()
    expect(last()).toEqual({ at: 'open' })
  })

  it('takes a key for impatience, and sends it to nobody', async () => {
    ;(await socket(1)).open()
    FakeSocket.last.onclose?.({ code: 1006 })
    line.input('\r')
    ;(await socket(2)).open()
    expect(FakeSocket.last.sent).toEqual([{ type: 'resize', cols: 80, rows: 24 }])
  })

  it('leaves nothing behind when it is closed', async () => {
    ;(await socket(1)).open()
    FakeSocket.last.onclose?.({ code: 1006 })
    line.close()
    vi.advanceTimersByTime(60_000)
    window.dispatchEvent(new Event('online'))
    expect(FakeSocket.count).toBe(1)
  })
})
