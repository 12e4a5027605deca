import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { type EventStreamOptions, openEventStream } from '#src/api/event-stream.ts'
import { config } from '#src/config.ts'
import { session } from '#src/session/session.ts'
import { waitUntil } from '#tests/support/until.ts'
import { storeToken } from '#tests/web/support/people.ts'
import { mockCall, mswServer, RefusedError } from '#tests/web/support/wire.ts'

const path = '/sse/v1/notification/subscribe/tab-1'
const sse = { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }

interface Line {
  say: (text: string) => void
  end: () => void
  headers: Headers
}

/** A stream server: each connection is a line the test can speak on. `status` answers instead of opening one. */
function streamServer(status: () => number = () => 200) {
  const lines: Line[] = []
  let attempts = 0
  mswServer.use(
    http.get(`*${path}`, ({ request }) => {
      attempts += 1
      if (status() !== 200) return HttpResponse.json({ code: '1' }, { status: status() })
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          const encoder = new TextEncoder()
          lines.push({
            say: (text) => controller.enqueue(encoder.encode(text)),
            end: () => controller.close(),
            headers: request.headers,
          })
        },
      })
      return new HttpResponse(body, sse)
    }),
  )
  return { lines, attempts: () => attempts }
}

let close = () => {}
let cut = () => {}
const open = (options: Partial<EventStreamOptions> = {}) => {
  const heard = vi.fn()
  const stream = openEventStream({
    path,
    onMessages: (messages) => heard(messages),
    retryMs: 20,
    heartbeatMs: 5000,
    ...options,
  })
  close = stream.close
  cut = stream.cut
  return heard
}
const line = (lines: Line[], index: number) =>
  waitUntil(() => {
    const found = lines[index]
    if (!found) throw new Error(`no line ${index} yet`)
    return found
  })

beforeEach(() => storeToken())
afterEach(() => {
  close()
  session.clear()
})

describe('§4 Notification stream', () => {
  it('sends the access token and passes each message on', async () => {
    const { lines } = streamServer()
    const heard = open()
    const { say, headers } = await line(lines, 0)
    expect(headers.get('authorization')).toBe('Bearer access-1')
    say('id: 1\ndata: {"type":"keep')
    say('alive"}\n\n')
    await waitUntil(() => expect(heard).toHaveBeenCalledWith([{ type: 'keepalive' }]))
  })

  it('passes an empty list when a message cannot be parsed', async () => {
    const { lines } = streamServer()
    const heard = open()
    ;(await line(lines, 0)).say('data: {oops\n\n')
    await waitUntil(() => expect(heard).toHaveBeenCalledWith([]))
  })

  it('resumes after the last event it has seen', async () => {
    const { lines } = streamServer()
    open()
    const first = await line(lines, 0)
    expect(first.headers.get('last-event-id')).toBeNull()
    first.say('id: 41\ndata: {}\n\nid: 42\ndata: {}\n\n')
    first.end()
    expect((await line(lines, 1)).headers.get('last-event-id')).toBe('42')
  })

  it('stops after its retries, and -1 goes on for ever', async () => {
    const failing = streamServer(() => 503)
    open({ retries: 2, retryMs: 5 })
    await waitUntil(() => expect(failing.attempts()).toBe(3))
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(failing.attempts()).toBe(3)
    open({ retries: -1, retryMs: 1 })
    await waitUntil(() => expect(failing.attempts()).toBeGreaterThan(25))
  })

  it.each([
    [0, 1],
    [-1, 30],
  ])('tries again as often as the build is configured: %i', async (streamRetries, least) => {
    const usual = { ...config }
    Object.assign(config, { stream_retries: streamRetries })
    const failing = streamServer(() => 503)
    open({ retryMs: 1 })
    Object.assign(config, usual)
    await waitUntil(() => expect(failing.attempts()).toBeGreaterThanOrEqual(least))
    await new Promise((resolve) => setTimeout(resolve, 40))
    if (streamRetries === 0) expect(failing.attempts()).toBe(1)
  })

  it('counts its retries anew once it has been open', async () => {
    let status = 503
    const { lines, attempts } = streamServer(() => status)
    open({ retries: 1, retryMs: 120 })
    await waitUntil(() => expect(attempts()).toBe(1))
    status = 200
    const { end } = await line(lines, 0)
    status = 503
    end()
    await waitUntil(() => expect(attempts()).toBe(3)) // a whole retry was left
  })

  it('takes silence longer than the heartbeat for a broken line', async () => {
    const { lines } = streamServer()
    open({ heartbeatMs: 60, retryMs: 5 })
    const first = await line(lines, 0)
    first.say(': still here\n\n')
    await line(lines, 1)
  })

  it('takes a line that is cut for broken, goes on after what it heard, and has nothing to cut between two lines', async () => {
    const { lines, attempts } = streamServer()
    const lost = vi.fn()
    const heard = open({ onLost: lost, retryMs: 60 })
    const { say } = await line(lines, 0)
    say('id: 7\ndata: {}\n\n')
    await waitUntil(() => expect(heard).toHaveBeenCalledOnce())
    cut()
    await waitUntil(() => expect(lost).toHaveBeenCalledExactlyOnceWith({ since: expect.any(Number), ended: false }))
    cut()
    expect((await line(lines, 1)).headers.get('last-event-id')).toBe('7')
    expect(attempts()).toBe(2)
    expect(lost).toHaveBeenCalledOnce()
  })

  it('refreshes the session on a 401 and opens with the new token', async () => {
    const { lines } = streamServer(() => (session.token()?.access === 'access-2' ? 200 : 401))
    mockCall(auth.refresh, () => ({ access: 'access-2', refresh: 'refresh-2' }))
    open()
    expect((await line(lines, 0)).headers.get('authorization')).toBe('Bearer access-2')
  })

  it('ends, and ends the session, when that refresh fails', async () => {
    const expired = vi.fn()
    const stop = session.onExpired(expired)
    const { attempts } = streamServer(() => 401)
    mockCall(auth.refresh, () => {
      throw new RefusedError('signed_out')
    })
    open({ retries: -1, retryMs: 5 })
    await waitUntil(() => expect(expired).toHaveBeenCalledOnce())
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(attempts()).toBe(1)
    stop()
  })

  it('refuses an answer that is no stream', async () => {
    let attempts = 0
    mswServer.use(
      http.get(`*${path}`, () => {
        attempts += 1
        return HttpResponse.html('<h1>proxy</h1>')
      }),
    )
    const opened = vi.fn()
    open({ onOpen: opened, retryMs: 5 })
    await waitUntil(() => expect(attempts).toBeGreaterThan(1))
    expect(opened).not.toHaveBeenCalled()
  })

  it('says nothing after it was closed', async () => {
    const { lines, attempts } = streamServer()
    const heard = open({ retryMs: 5 })
    await line(lines, 0)
    close()
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(attempts()).toBe(1)
    expect(heard).not.toHaveBeenCalled()
  })
})
