import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { instances, terminalPong } from '#contract/instances.ts'
import type { LostConnection } from '#src/api/event-stream.ts'
import { isPlatformUp } from '#src/api/is-platform-up.ts'
import {
  buildReconnectNotice,
  computeRetryWait,
  openReconnectingTerminal,
  type ReconnectState,
} from '#src/features/instances/terminal/reconnecting-terminal.ts'
import { liveStream } from '#src/session/live-stream.ts'
import type { WritableStore } from '#src/ui/store.ts'
import { waitUntil } from '#tests/support/until.ts'
import { FakeSocket } from '#tests/web/support/fake-socket.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

vi.mock('#src/api/is-platform-up.ts')

let states: ReconnectState[]
let written: string
let line: ReturnType<typeof openReconnectingTerminal>

const socket = async (nth: number): Promise<FakeSocket> => {
  await waitUntil(() => expect(FakeSocket.count).toBe(nth))
  return FakeSocket.last
}
const last = () => states.at(-1)
const start = () => {
  const write = (bytes: Uint8Array) => {
    written += new TextDecoder().decode(bytes)
  }
  line = openReconnectingTerminal('gpu-1', { size: () => ({ cols: 80, rows: 24 }), write }, (state) => states.push(state))
}

beforeEach(() => {
  states = []
  written = ''
  FakeSocket.forget()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  mockCall(instances.terminal_ticket, () => ({ ticket: 't', path: '/ws/v1/terminal?ticket=t' }))
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
    expect(written).toBe(new TextDecoder().decode(buildReconnectNotice(false)))
  })

  it('waits longer after each try that came to nothing, and starts over once it is back', async () => {
    expect([1, 2, 3, 4, 5, 6, 20].map(computeRetryWait)).toEqual([1, 2, 4, 8, 16, 30, 30])
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
    mockCall(instances.terminal_ticket, () => {
      throw new RefusedError('unavailable')
    })
    FakeSocket.last.onclose?.({ code: 1006 })
    vi.advanceTimersByTime(1000)
    await waitUntil(() => expect(last()).toEqual({ at: 'waiting', seconds: 2, tries: 2 }))
    mockCall(instances.terminal_ticket, () => {
      throw new RefusedError('terminal_unavailable')
    })
    vi.advanceTimersByTime(2000)
    await waitUntil(() => expect(last()).toEqual({ at: 'closed', why: '实例未运行，无法打开终端', lost: false }))
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

  it('at once when the network is back', async () => {
    ;(await socket(1)).open()
    FakeSocket.last.onclose?.({ code: 1006 })
    window.dispatchEvent(new Event('online'))
    ;(await socket(2)).open()
    expect(last()).toEqual({ at: 'open' })
  })

  it('at once when Enter is pressed, not for the text before it, and sends neither', async () => {
    ;(await socket(1)).open()
    FakeSocket.last.onclose?.({ code: 1006 })
    for (const key of 'echo two') line.input(key)
    expect(last()).toEqual({ at: 'waiting', seconds: 1, tries: 1 })
    line.input('\r')
    expect(last()).toEqual({ at: 'reconnecting' })
    line.input('ls\r')
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

describe('A terminal in a network that is silent (decision 063)', () => {
  const lost = liveStream.lost as WritableStore<LostConnection | null>
  const offline = () => window.dispatchEvent(new Event('offline'))
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
  const silent = async () => {
    offline()
    await seconds(2)
    expect(last()).toEqual({ at: 'silent' })
  }

  beforeEach(async () => {
    vi.mocked(isPlatformUp).mockReset().mockResolvedValue(false)
    ;(await socket(1)).open()
  })
  afterEach(() => lost.set(null))

  it('keeps its session when the browser says it is offline and the line answers all the same', async () => {
    offline()
    FakeSocket.last.onmessage?.({ data: terminalPong })
    await seconds(60)
    expect(isPlatformUp).not.toHaveBeenCalled()
    expect(last()).toEqual({ at: 'open' })
    expect(FakeSocket.last.closed).toBe(false)
    line.input('ls')
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'input', data: 'ls' })
  })

  it.each([
    ['the browser says it is offline', 2, offline],
    ['the stream is lost', 2, () => lost.set({ since: 1, ended: false })],
    [
      'nothing comes of what was typed',
      0,
      () => {
        line.input('ls\r')
        return seconds(3)
      },
    ],
  ])('says so when %s and the platform does not answer, and sends nothing that is typed then', async (_, after, happen) => {
    await happen()
    await seconds(after)
    expect(last()).toEqual({ at: 'silent' })
    const sent = FakeSocket.last.sent.length
    line.input('rm -rf ~\r')
    expect(FakeSocket.last.sent).toHaveLength(sent)
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'ping' })
    expect(FakeSocket.last.closed).toBe(false)
  })

  it.each([
    ['the browser says it is offline', offline],
    ['the stream is lost', () => lost.set({ since: 1, ended: false })],
  ])('sends nothing from the moment %s, before the platform was asked and also after it answered', async (_, happen) => {
    vi.mocked(isPlatformUp).mockResolvedValue(true)
    happen()
    for (const key of 'echo two; echo three\r') line.input(key)
    await seconds(10)
    line.input('e')
    expect(last()).toEqual({ at: 'silent' })
    expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(['resize', 'ping'])
  })

  it('loses no key and shows nothing where the ping is answered at once', async () => {
    for (const doubt of [offline, () => lost.set({ since: 1, ended: false })]) {
      doubt()
      for (const key of 'ls\r') line.input(key)
      expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'ping' })
      FakeSocket.last.onmessage?.({ data: terminalPong })
      expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'input', data: 'ls\r' })
      await seconds(2)
    }
    expect(states.filter(({ at }) => at === 'silent')).toEqual([])
  })

  it('goes on with the same session as soon as its ping comes back, not with output that was on its way', async () => {
    await silent()
    await seconds(60)
    FakeSocket.last.onmessage?.({ data: new Uint8Array([36]).buffer })
    expect(written).toBe('$')
    expect(last()).toEqual({ at: 'silent' })
    FakeSocket.last.onmessage?.({ data: terminalPong })
    expect(last()).toEqual({ at: 'open' })
    expect(FakeSocket.count).toBe(1)
  })

  it('opens a new session once the platform answers and the line does not, and says what may not have arrived', async () => {
    line.input('make\r')
    await silent()
    await seconds(20)
    expect(FakeSocket.count).toBe(1)
    vi.mocked(isPlatformUp).mockResolvedValue(true)
    await seconds(15)
    ;(await socket(2)).open()
    expect(last()).toEqual({ at: 'open' })
    expect(written).toContain('断线前最后的输入可能没有送达')
  })

  it('does not ask about what was typed when its echo came', async () => {
    line.input('l')
    FakeSocket.last.onmessage?.({ data: new Uint8Array([108]).buffer })
    await seconds(60)
    expect(isPlatformUp).not.toHaveBeenCalled()
  })
})
