import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import type { StreamMessage } from '#contract/stream.ts'
import { users } from '#contract/users.ts'
import { currentUser } from '#src/session/current-user.ts'
import { liveStream } from '#src/session/live-stream.ts'
import { session } from '#src/session/session.ts'
import { type LiveStreamOptions, openSharedStream } from '#src/session/shared-stream.ts'
import { waitUntil } from '#tests/support/until.ts'
import { stubWebLocks } from '#tests/web/support/locks.ts'
import { buildToken, buildUser, storeToken } from '#tests/web/support/people.ts'
import { mockCall, mswServer } from '#tests/web/support/wire.ts'

const change: StreamMessage = { type: 'change', resource: 'orders', id: 'o-1' }

describe('§4 The stream follows the user', () => {
  interface Line {
    token: string | null
    say: (message: unknown) => void
    gone: () => boolean
  }
  let lines: Line[] = []
  let stop = () => {}

  beforeEach(() => {
    lines = []
    mockCall(users.get, ({ params }) => buildUser({ id: params.id }))
    mswServer.use(
      http.get('*/sse/v1/notification/subscribe/:client_id', ({ request }) => {
        const encoder = new TextEncoder()
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            lines.push({
              token: request.headers.get('authorization'),
              say: (message) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(message)}\n\n`)),
              gone: () => request.signal.aborted,
            })
          },
        })
        return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
      }),
    )
    stop = liveStream.start()
  })
  afterEach(() => {
    stop()
    session.clear()
    currentUser.clear()
  })
  const signIn = async (userId: string, access: string) => {
    session.signIn(buildToken({ userId, access }))
    await currentUser.load()
  }
  const line = (index: number) =>
    waitUntil(() => {
      const found = lines[index]
      if (!found) throw new Error(`no line ${index} yet`)
      return found
    })

  it('is closed without user info, opens with it, and opens anew for another user', async () => {
    storeToken()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(lines).toHaveLength(0)
    await signIn('user-1', 'access-1')
    expect((await line(0)).token).toBe('Bearer access-1')
    await signIn('user-2', 'access-2')
    expect((await line(1)).token).toBe('Bearer access-2')
    session.clear()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(lines).toHaveLength(2)
  })

  it('forwards messages as notice-receive events, and keepalives to nobody', async () => {
    const heard: unknown[] = []
    const hear = (event: Event) => heard.push((event as CustomEvent).detail)
    window.addEventListener('notice-receive', hear)
    await signIn('user-1', 'access-1')
    const { say } = await line(0)
    say({ type: 'keepalive' })
    say(change)
    await waitUntil(() => expect(heard).toEqual([[change]]))
    window.removeEventListener('notice-receive', hear)
  })

  it('passes an empty list for a message it cannot read', async () => {
    const handler = vi.fn()
    const forget = liveStream.subscribe(handler)
    await signIn('user-1', 'access-1')
    ;(await line(0)).say({ type: 'from the future' })
    await waitUntil(() => expect(handler).toHaveBeenCalledExactlyOnceWith([]))
    forget()
  })
})

describe('One stream per browser', () => {
  stubWebLocks()

  interface Line extends LiveStreamOptions {
    say: (messages: StreamMessage[], position?: string) => void
    cut: Mock
  }
  const tabs = (count: number) => {
    const lines: Line[] = []
    const opened: LiveStreamOptions[] = []
    const open = (stream: LiveStreamOptions) => {
      const line = { ...stream, say: stream.onMessages as Line['say'], cut: vi.fn() }
      opened.push(stream)
      lines.push(line)
      return { close: () => void lines.splice(lines.indexOf(line), 1), cut: line.cut }
    }
    const all = Array.from({ length: count }, () => {
      const heard = vi.fn()
      const line = vi.fn()
      return { heard, line, ...openSharedStream('user-1', open, heard, line) }
    })
    return { lines, opened, all }
  }

  it('opens one stream for ten tabs, and all hear the same', async () => {
    const { lines, all } = tabs(10)
    await waitUntil(() => expect(lines).toHaveLength(1))
    lines[0]?.say([change])
    for (const { heard } of all) await waitUntil(() => expect(heard).toHaveBeenCalledExactlyOnceWith([change]))
    for (const { close } of all) close()
  })

  it('hands over when the listening tab closes, and goes on where that one was', async () => {
    const { lines, opened, all } = tabs(2)
    await waitUntil(() => expect(lines).toHaveLength(1))
    lines[0]?.say([change], '41')
    await waitUntil(() => expect(all[1]?.heard).toHaveBeenCalledExactlyOnceWith([change]))
    all[0]?.close()
    await waitUntil(() => expect(opened).toHaveLength(2))
    expect(opened.map(({ position }) => position)).toEqual([undefined, '41'])
    lines[0]?.say([change], '42')
    await waitUntil(() => expect(all[1]?.heard).toHaveBeenCalledTimes(2))
    expect(all[0]?.heard).toHaveBeenCalledTimes(1)
    all[1]?.close()
    expect(lines).toHaveLength(0)
  })

  it('says nothing more once it is closed, whatever was still on its way', async () => {
    const { opened, all } = tabs(1)
    await waitUntil(() => expect(opened).toHaveLength(1))
    const [tab] = all
    tab?.close()
    opened[0]?.onOpen()
    opened[0]?.onMessages([change], '8')
    opened[0]?.onLost({ since: 1000, ended: false })
    tab?.reconnect()
    tab?.cut()
    expect(tab?.heard).not.toHaveBeenCalled()
    expect(tab?.line).not.toHaveBeenCalled()
    expect(opened).toHaveLength(1)
  })

  it('tells every tab when the line is lost and when it stands again, a tab that comes later too', async () => {
    const { lines, all } = tabs(2)
    await waitUntil(() => expect(lines).toHaveLength(1))
    lines[0]?.onLost({ since: 1000, ended: false })
    for (const { line } of all) await waitUntil(() => expect(line).toHaveBeenLastCalledWith({ since: 1000, ended: false }))
    const later = vi.fn()
    const { close } = openSharedStream('user-1', vi.fn(), vi.fn(), later)
    await waitUntil(() => expect(later).toHaveBeenLastCalledWith({ since: 1000, ended: false }))
    lines[0]?.onOpen()
    for (const line of [later, ...all.map((tab) => tab.line)]) await waitUntil(() => expect(line).toHaveBeenLastCalledWith(null))
    close()
    for (const tab of all) tab.close()
  })

  it('opens the line anew when any tab asks, where it was, and only while it is lost', async () => {
    const { lines, opened, all } = tabs(2)
    await waitUntil(() => expect(lines).toHaveLength(1))
    lines[0]?.say([change], '7')
    all[1]?.reconnect()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(opened).toHaveLength(1)
    lines[0]?.onLost({ since: 1000, ended: true })
    await waitUntil(() => expect(all[1]?.line).toHaveBeenLastCalledWith({ since: 1000, ended: true }))
    all[1]?.reconnect()
    await waitUntil(() => expect(opened).toHaveLength(2))
    expect(lines).toHaveLength(1)
    expect(opened[1]?.position).toBe('7')
    await waitUntil(() => expect(all[1]?.line).toHaveBeenLastCalledWith({ since: 1000, ended: false }))
    lines[0]?.onLost({ since: 5000, ended: false })
    await waitUntil(() => expect(all[0]?.line).toHaveBeenLastCalledWith({ since: 1000, ended: false }))
    for (const { close } of all) close()
  })

  it('cuts the line for the tab that holds it, once, however many tabs are told that the network is gone', async () => {
    const { lines, all } = tabs(3)
    await waitUntil(() => expect(lines).toHaveLength(1))
    const [line] = lines
    for (const tab of all) tab.cut()
    expect(line?.cut).toHaveBeenCalledOnce()
    line?.onLost({ since: 1000, ended: false })
    for (const tab of all) tab.cut()
    expect(line?.cut).toHaveBeenCalledOnce()
    for (const { close } of all) close()
  })

  it('has all tabs refetch what they may have missed when the next one heard no position', async () => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(0).mockReturnValue(5000)
    const { lines, all } = tabs(2)
    await waitUntil(() => expect(lines).toHaveLength(1))
    lines[0]?.onOpen()
    const told = [{ type: 'reset' }]
    for (const { heard } of all) await waitUntil(() => expect(heard).toHaveBeenCalledExactlyOnceWith(told))
    lines[0]?.onOpen()
    await new Promise((resolve) => setTimeout(resolve, 20))
    for (const { heard, close } of all) {
      expect(heard).toHaveBeenCalledTimes(1)
      close()
    }
  })
})
