import { render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { users } from '#contract/users.ts'
import { startLiveSession } from '#src/app/live-session.ts'
import { currentUser } from '#src/session/current-user.ts'
import { liveStream } from '#src/session/live-stream.ts'
import { session } from '#src/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { waitUntil } from '#tests/support/until.ts'
import { buildToken, buildUser } from '#tests/web/support/people.ts'
import { mockCall, mswServer } from '#tests/web/support/wire.ts'

describe('A line that breaks (decision 063)', () => {
  let answers = true
  let probes = 0
  let bodies: ReadableStreamDefaultController<Uint8Array>[] = []
  const back = vi.fn()
  let stops: (() => void)[] = []

  beforeEach(async () => {
    answers = true
    probes = 0
    bodies = []
    back.mockClear()
    mockCall(users.get, ({ params }) => buildUser({ id: params.id }))
    mockCall(notifications.unreaded_count, () => ({ count: 0 }))
    mswServer.use(
      http.get('*/healthz', () => {
        probes += 1
        return answers ? HttpResponse.json({ ok: true }) : HttpResponse.error()
      }),
      http.get('*/sse/v1/notification/subscribe/:client_id', () => {
        if (!answers) return HttpResponse.error()
        const body = new ReadableStream<Uint8Array>({ start: (controller) => void bodies.push(controller) })
        return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
      }),
    )
    stops = [liveStream.onBack(back), startLiveSession(vi.fn())]
    session.signIn(buildToken({ userId: 'user-1', access: 'access-1' }))
    await currentUser.load()
    await waitUntil(() => expect(bodies).toHaveLength(1))
  })
  afterEach(() => {
    for (const stop of stops) stop()
    session.clear()
    currentUser.clear()
  })
  const say = (event: 'online' | 'offline') => window.dispatchEvent(new Event(event))

  it('is known to be lost until it stands again, and who shows data is called back then', async () => {
    expect(liveStream.lost.get()).toBeNull()
    answers = false
    bodies[0]?.close()
    await waitUntil(() => expect(liveStream.lost.get()).toMatchObject({ ended: false }))
    expect(back).not.toHaveBeenCalled()
    answers = true
    say('online') // instead of waiting for the next try
    await waitUntil(() => expect(back).toHaveBeenCalledOnce())
    expect(liveStream.lost.get()).toBeNull()
  })

  it('is lost at once when the browser says it is offline and the platform does not answer, and opened at once when it is back', async () => {
    answers = false
    say('offline') // and the line, which nobody has closed, says nothing
    await waitUntil(() => expect(liveStream.lost.get()).toMatchObject({ ended: false }))
    answers = true
    say('online')
    await waitUntil(() => expect(back).toHaveBeenCalledOnce())
    expect(bodies).toHaveLength(2)
    expect(liveStream.lost.get()).toBeNull()
  })

  it('calls back who shows answers from before it was open, once it is', async () => {
    for (const stop of stops) stop()
    currentUser.clear()
    globalThis.earlyAnswers = new Map()
    stops = [liveStream.onBack(back), startLiveSession(vi.fn())]
    await currentUser.load()
    await waitUntil(() => expect(back).toHaveBeenCalledOnce())
    expect(bodies).toHaveLength(2)
  })

  it('stays when the browser says it is offline and the platform answers all the same', async () => {
    const heard = vi.fn()
    stops.push(liveStream.subscribe(heard))
    const lost = vi.fn()
    stops.push(liveStream.lost.subscribe(lost))
    say('offline')
    await waitUntil(() => expect(probes).toBe(1))
    bodies[0]?.enqueue(new TextEncoder().encode('data: {"type":"reset"}\n\n'))
    await waitUntil(() => expect(heard).toHaveBeenCalledOnce())
    expect(lost).not.toHaveBeenCalled()
    expect(bodies).toHaveLength(1)
  })

  it('brings the parts that did not come meanwhile by itself, when it stands again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined) // React reports what a boundary has caught
    answers = false
    bodies[0]?.close()
    await waitUntil(() => expect(liveStream.lost.get()).not.toBeNull())
    const Part = lazyPart(async () => {
      if (!answers) throw new TypeError('Failed to fetch dynamically imported module')
      return { default: () => <p>the part</p> }
    })
    render(
      <Suspense>
        <Part />
      </Suspense>,
    )
    await screen.findByText('没有加载完整')
    answers = true
    say('online')
    expect(await screen.findByText('the part')).toBeInTheDocument()
  })
})
