import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { instances } from '#contract/instances.ts'
import {
  formatCloseReason,
  openTerminalConnection,
  type TerminalConnectionState,
} from '#src/features/instances/terminal/terminal-connection.ts'
import { waitUntil } from '#tests/support/until.ts'
import { FakeSocket } from '#tests/web/support/fake-socket.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const states: TerminalConnectionState[] = []
const written: number[][] = []
const screen = { size: () => ({ cols: 120, rows: 40 }), write: (bytes: Uint8Array) => written.push([...bytes]) }
const open = async () => {
  const line = openTerminalConnection('gpu-1', screen, (state) => states.push(state))
  await waitUntil(() => expect(FakeSocket.last).toBeDefined())
  return { line, socket: FakeSocket.last }
}

beforeEach(() => {
  states.length = 0
  written.length = 0
  FakeSocket.forget()
  vi.stubGlobal('WebSocket', FakeSocket)
  mockCall(instances.terminal_ticket, ({ params }) => ({ ticket: 't', path: `/ws/v1/terminal?ticket=${params.id}` }))
})
afterEach(() => vi.unstubAllGlobals())

describe('The web terminal on the wire (contract/instances.ts)', () => {
  it('asks for a ticket, opens the socket of the same origin and says how large it is', async () => {
    const { socket } = await open()
    expect(socket.url.href).toBe('ws://localhost:3000/ws/v1/terminal?ticket=gpu-1')
    expect(socket.binaryType).toBe('arraybuffer')
    socket.open()
    expect(socket.sent).toEqual([{ type: 'resize', cols: 120, rows: 40 }])
    expect(states).toEqual([{ at: 'connecting' }, { at: 'open' }])
  })

  it('sends what is typed and draws what comes back', async () => {
    const { line, socket } = await open()
    socket.open()
    line.input('ls\r')
    line.resize(80, 24)
    socket.onmessage?.({ data: new Uint8Array([228, 189, 160]).buffer })
    socket.onmessage?.({ data: 'text frames are not ours' })
    expect(socket.sent.slice(1)).toEqual([
      { type: 'input', data: 'ls\r' },
      { type: 'resize', cols: 80, rows: 24 },
    ])
    expect(written).toEqual([[228, 189, 160]])
  })

  it('cuts a long paste into frames the server takes, never within a character', async () => {
    const { line, socket } = await open()
    socket.open()
    const paste = `a${'😀'.repeat(9000)}`
    line.input(paste)
    const frames = socket.sent.slice(1).map(({ data }) => String(data))
    expect(frames.join('')).toBe(paste)
    expect(frames.length).toBeGreaterThan(1)
    for (const frame of frames) {
      expect(() => encodeURIComponent(frame)).not.toThrow() // half a character does
      expect(JSON.stringify({ type: 'input', data: frame }).length).toBeLessThan(65_536)
    }
  })

  it.each([
    [4000, '会话已结束。重新连接会打开一个新的会话。', false],
    [4001, '终端凭据已失效，或实例不在运行。请重新连接。', false],
    [4002, '终端暂时不可用，请稍后重新连接。', true],
    [4003, '同时打开的终端最多 10 个，请先关闭不用的，再重新连接。', false],
    [1006, '连接已断开，请检查网络后重新连接。', true],
    [1001, '连接已断开，请检查网络后重新连接。', true],
  ])('says why it closed with %i', async (code, why, lost) => {
    const { socket } = await open()
    socket.open()
    socket.onclose?.({ code })
    expect(states.at(-1)).toEqual({ at: 'closed', why, lost })
    expect(formatCloseReason(code)).toBe(why)
  })

  it('says what the server says when there is no ticket', async () => {
    mockCall(instances.terminal_ticket, () => {
      throw new RefusedError('terminal_unavailable')
    })
    openTerminalConnection('gpu-1', screen, (state) => states.push(state))
    await waitUntil(() => expect(states.at(-1)).toEqual({ at: 'closed', why: '实例未运行，无法打开终端', lost: false }))
  })

  it('is silent once it is closed from here', async () => {
    const { line, socket } = await open()
    socket.open()
    line.close()
    expect(socket.closed).toBe(true)
    expect(socket.onclose).toBeNull()
    line.input('too late')
    expect(socket.sent).toHaveLength(1)
  })

  it('opens nothing when it is closed before the ticket has come', async () => {
    const line = openTerminalConnection('gpu-1', screen, (state) => states.push(state))
    line.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(FakeSocket.last).toBeUndefined()
    expect(states).toEqual([{ at: 'connecting' }])
  })
})
