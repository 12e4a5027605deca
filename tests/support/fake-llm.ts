import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeLlm {
  /** Base URL including `/v1`. */
  url: string
  /** Requests received, in order. */
  asked: { path: string; authorization: string | undefined; body: Record<string, unknown> }[]
  close(): Promise<void>
}

type Answer = (body: Record<string, unknown>, response: ServerResponse) => Promise<void> | void

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>) : {}
}

/** A server that implements the parts of the OpenAI wire format that a test configures. */
export async function startFakeLlm(answer: Answer): Promise<FakeLlm> {
  const asked: FakeLlm['asked'] = []
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    asked.push({ path: request.url!, authorization: request.headers.authorization, body })
    await answer(body, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const sendJson = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export const fakeLlmUsage = { prompt_tokens: 1234, completion_tokens: 567, prompt_tokens_details: { cached_tokens: 1000 } }

export const buildDelta = (content: string, more: object = {}) => ({
  choices: [{ index: 0, delta: { role: 'assistant', content } }],
  ...more,
})

/** The final part of a model's response. */
export const finishedChunk = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }

export function sendEventStream(response: ServerResponse, events: readonly (object | '[DONE]')[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
  response.end()
}
