import { setImmediate } from 'node:timers/promises'
import { cleanup } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type ResultCodeName, resultCodes, successCode } from '#contract/codes.ts'
import { coupons } from '#contract/coupons.ts'
import type { Endpoint, HandlerInput, HandlerResult } from '#contract/endpoint.ts'
import { instanceGuards } from '#contract/guards.ts'
import { operatorWaiting } from '#contract/operator/waiting.ts'
import { queue } from '#contract/queue.ts'

/** Stands for the server in web tests. What is sent and what is answered both pass the contract's schemas. */
export const mswServer = setupServer()

/** Sent, and not yet given to whom answers it. */
const unmatched = new Set<string>()
mswServer.events.on('request:start', ({ requestId }) => unmatched.add(requestId))
mswServer.events.on('request:match', ({ requestId }) => unmatched.delete(requestId))
mswServer.events.on('request:unhandled', ({ requestId }) => unmatched.delete(requestId))
const mostTurns = 1_000

beforeAll(() => mswServer.listen({ onUnhandledRequest: 'error' }))
afterEach(async () => {
  cleanup() // what is still drawn stops asking before nobody answers any more
  // What was asked in the last moment finds its answer: on a busy machine it would reach the next test, and be an error there.
  for (let turn = 0; turn < 2 || (unmatched.size > 0 && turn < mostTurns); turn += 1) await setImmediate()
  unmatched.clear()
  mswServer.resetHandlers(...frame)
})
afterAll(() => mswServer.close())

/** Thrown by a handler: the refusal of this name. */
export class RefusedError extends Error {
  details: {
    errors?: Record<string, string[]>
    message?: string
    request_id?: string
    ticket?: { token: string; expires_at: string }
  }
  code_name: ResultCodeName
  constructor(codeName: ResultCodeName, details: RefusedError['details'] = {}) {
    super(codeName)
    this.code_name = codeName
    this.details = details
  }
}

type Handle<E extends Endpoint> = (
  received: HandlerInput<E> & { request: Request },
) => HandlerResult<E> | Promise<HandlerResult<E>>

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

const refusal = ({ code_name: codeName, details: { message, ...data } }: RefusedError) => {
  const { code, http: status, message: usual } = resultCodes[codeName]
  return HttpResponse.json({ code, success: false, message: message ?? usual, data }, { status })
}

const bodyOf = async (request: Request): Promise<unknown> => {
  if (request.headers.get('content-type')?.startsWith('multipart/')) return Object.fromEntries(await request.clone().formData())
  const text = await request.clone().text()
  return text ? JSON.parse(text) : {}
}

/** Addresses that are written out: they win over one with a parameter in the same place. */
const writtenOut = new Set<string>()
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

function handlerOf<E extends Endpoint>(endpoint: E, handle: Handle<E>) {
  if (!endpoint.path.includes(':')) writtenOut.add(nameOf(endpoint))
  return http[verbs[endpoint.method]](`*${endpoint.path}`, async ({ request, params }) => {
    const asked = `${request.method} ${new URL(request.url).pathname}`
    if (asked !== nameOf(endpoint) && writtenOut.has(asked)) return undefined // another call's
    try {
      const received = {
        params: endpoint.params.parse(params),
        query: endpoint.query.parse(Object.fromEntries(new URL(request.url).searchParams)),
        body: endpoint.body.parse(await bodyOf(request)),
        request,
      } as Parameters<Handle<E>>[0]
      const answer = (await handle(received)) as { items: unknown; total: number }
      const data = endpoint.data.parse(endpoint.paged ? answer.items : answer)
      const envelope = { code: successCode, success: true, message: '', data }
      return HttpResponse.json(endpoint.paged ? { ...envelope, total: answer.total } : envelope)
    } catch (error) {
      if (error instanceof RefusedError) return refusal(error)
      return HttpResponse.json(
        { code: resultCodes.invalid.code, success: false, message: String(error), data: {} },
        { status: 400 },
      )
    }
  })
}

/** Answers one call of the contract, until the end of the test. */
export function mockCall<E extends Endpoint>(endpoint: E, handle: Handle<E>): void {
  mswServer.use(handlerOf(endpoint, handle))
}

/** What the console asks for on whatever page and at whatever moment; a test that looks at it answers itself. */
const frame = [
  http.get('*/healthz', () => HttpResponse.json({ ok: true })), // asked where the stream is lost
  handlerOf(instanceGuards.burn, () => ({
    running: 0,
    saving: 0,
    burn_hour: '0.00',
    cash: '5.00',
    runs_out_at: null,
    low: false,
    grace_until: null,
  })),
  handlerOf(coupons.offers, () => []),
  handlerOf(queue.list, () => ({ items: [], total: 0 })),
  handlerOf(operatorWaiting.get, () => []), // the menu of the back office
]
mswServer.resetHandlers(...frame)
