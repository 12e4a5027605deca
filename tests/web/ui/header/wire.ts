import { HttpResponse, http, type JsonBodyType } from 'msw'
import { afterEach } from 'vitest'
import { type ResultCodeName, resultCodes } from '#contract/codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { mswServer } from '#tests/web/support/wire.ts'

export interface RecordedCall {
  url: URL
  body: unknown
  authorization: string | null
}
type Answer = HttpResponse<JsonBodyType>

export const toAcceptedResponse = (data: JsonBodyType, more: { message?: string; total?: number } = {}): Answer =>
  HttpResponse.json({ code: '0', success: true, data, message: '', ...more })

export const toRefusedResponse = (name: ResultCodeName, data: JsonBodyType = {}): Answer =>
  HttpResponse.json(
    { code: resultCodes[name].code, success: false, data, message: resultCodes[name].message },
    { status: resultCodes[name].http },
  )

const key = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const
let sent: Record<string, RecordedCall[]> = {}
afterEach(() => {
  sent = {}
})

/** What a test has sent to one call so far. */
export const listRecordedCalls = (endpoint: Endpoint): RecordedCall[] => sent[key(endpoint)] ?? []

/** Answers one call as it stands, message and refusal included, until the end of the test; a later answer wins. */
export function mockRawCall(endpoint: Endpoint, respond: (call: RecordedCall) => Answer | Promise<Answer>): void {
  mswServer.use(
    http[verbs[endpoint.method]](`*${endpoint.path}`, async ({ request }) => {
      const text = await request.text()
      const call = {
        url: new URL(request.url),
        body: text ? (JSON.parse(text) as unknown) : undefined,
        authorization: request.headers.get('authorization'),
      }
      sent[key(endpoint)] = [...listRecordedCalls(endpoint), call]
      return respond(call)
    }),
  )
}
