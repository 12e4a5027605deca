import { HttpResponse, http, type JsonBodyType } from 'msw'
import { afterEach } from 'vitest'
import { type CodeName, codes } from '#contract/codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { server } from '#tests/web/support/wire.ts'

export interface Sent {
  url: URL
  body: unknown
  authorization: string | null
}
type Answer = HttpResponse<JsonBodyType>

export const accepted = (data: JsonBodyType, more: { message?: string; total?: number } = {}): Answer =>
  HttpResponse.json({ code: '0', success: true, data, message: '', ...more })

export const refused = (name: CodeName, data: JsonBodyType = {}): Answer =>
  HttpResponse.json({ code: codes[name].code, success: false, data, message: codes[name].message }, { status: codes[name].http })

const key = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const
let sent: Record<string, Sent[]> = {}
afterEach(() => {
  sent = {}
})

/** What a test has sent to one call so far. */
export const sentTo = (endpoint: Endpoint): Sent[] => sent[key(endpoint)] ?? []

/** Answers one call as it stands, message and refusal included, until the end of the test; a later answer wins. */
export function answer(endpoint: Endpoint, respond: (call: Sent) => Answer | Promise<Answer>): void {
  server.use(
    http[verbs[endpoint.method]](`*${endpoint.path}`, async ({ request }) => {
      const text = await request.text()
      const call = {
        url: new URL(request.url),
        body: text ? (JSON.parse(text) as unknown) : undefined,
        authorization: request.headers.get('authorization'),
      }
      sent[key(endpoint)] = [...sentTo(endpoint), call]
      return respond(call)
    }),
  )
}
