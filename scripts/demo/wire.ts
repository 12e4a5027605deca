import type { FastifyInstance } from 'fastify'
import { buildPath, type CallInput, type Endpoint, type EndpointData } from '#contract/endpoint.ts'
import { llmBasePath } from '#contract/llm-wire.ts'
import { buildApp } from '#server/app.ts'
import type { CallFrom, Wire } from '#server/demo/living/stage.ts'
import type { Deps } from '#server/deps.ts'

const upstreamFailed = 502

const toSearch = (query: unknown): string => {
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)])).toString()
  return search && `?${search}`
}

async function toForm(body: unknown, { bytes, name, type }: NonNullable<CallFrom['file']>) {
  const form = new FormData()
  for (const [field, value] of Object.entries(body ?? {})) form.append(field, String(value))
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const request = new Response(form)
  return { payload: Buffer.from(await request.arrayBuffer()), type: request.headers.get('content-type')! }
}

async function callApp<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  sent: CallInput<E>,
  from: CallFrom,
): Promise<EndpointData<E>> {
  const form = from.file && (await toForm(sent.body, from.file))
  const { statusCode, body } = await app.inject({
    method: endpoint.method,
    url: buildPath(endpoint, { ...(sent.params as object) }) + toSearch(sent.query),
    remoteAddress: from.ip,
    headers: {
      'user-agent': from.user_agent ?? '',
      ...(form && { 'content-type': form.type }),
      ...(from.token && { authorization: `Bearer ${from.token}` }),
    },
    ...(endpoint.method !== 'GET' && { payload: form?.payload ?? (sent.body as object | undefined) ?? {} }),
  })
  if (statusCode !== 200) throw new Error(`${endpoint.method} ${endpoint.path} was refused: ${body} ${JSON.stringify(sent)}`)
  return (JSON.parse(body) as { data: EndpointData<E> }).data
}

/** The platform's own API, called without a network. */
export async function openWire(deps: Deps): Promise<Wire & { close(): Promise<void> }> {
  const app = await buildApp(deps)
  return {
    call: (endpoint, sent, from) => callApp(app, endpoint, sent, from),
    askModel: async (secret, question) => {
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: `${llmBasePath}/${question.call}`,
        headers: { authorization: `Bearer ${secret}` },
        payload: question.body,
      })
      if (statusCode !== 200 && statusCode !== upstreamFailed) throw new Error(`a large model was not asked: ${body}`)
    },
    close: () => app.close(),
  }
}
