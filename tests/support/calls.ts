import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { buildPath, type CallInput, type Endpoint, type EndpointData } from '#contract/endpoint.ts'
import { ErrorData } from '#contract/envelope.ts'

export interface TestCallOptions {
  /** Access token. */
  token?: string
  /** The client address the call appears to come from. */
  ip?: string
  headers?: Record<string, string>
  /** Skips the recent proof of identity that test operators otherwise get wherever it is required. */
  unproved?: true
  /** File for an endpoint with `upload`; one byte by default. */
  file?: { bytes: Buffer; name?: string; type?: string }
}

const Envelope = z.object({
  code: z.string(),
  success: z.boolean(),
  message: z.string(),
  data: z.unknown(),
  total: z.number().optional(),
})

/** The parts of the response envelope. */
export class ApiReply<E extends Endpoint> {
  readonly status: number
  /** The raw body. */
  readonly raw: string
  readonly code: string
  readonly message: string
  readonly total: number | undefined
  /** Set when the call was refused. */
  readonly errors: Record<string, string[]> | undefined
  readonly retry_after: number | undefined
  /** Set when a sign-in waits for its second step. */
  readonly ticket: ErrorData['ticket']
  readonly #read: () => EndpointData<E>

  /** Of `ofOlder` nodes the data is taken as it is: they do not know what the contract has by now. */
  constructor(endpoint: E, status: number, raw: string, ofOlder = false) {
    const { code, success, message, data, total } = Envelope.parse(JSON.parse(raw))
    const refused = success ? null : ErrorData.nullable().parse(data)
    this.status = status
    this.raw = raw
    this.code = code
    this.message = message
    this.total = total
    this.errors = refused?.errors
    this.retry_after = refused?.retry_after
    this.ticket = refused?.ticket
    this.#read = () => {
      if (!success) throw new Error(`${endpoint.method} ${endpoint.path} was refused: ${raw}`)
      return (ofOlder ? data : endpoint.data.parse(data)) as EndpointData<E>
    }
  }

  /** Data, checked against the contract; throws when the call was refused. */
  get data(): EndpointData<E> {
    return this.#read()
  }
}

export type ApiCaller = <E extends Endpoint>(endpoint: E, sent?: CallInput<E>, options?: TestCallOptions) => Promise<ApiReply<E>>

const searchOf = (query: unknown): string => {
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)])).toString()
  return search && `?${search}`
}

/** A multipart request as a browser writes it. */
async function multipartOf(
  body: unknown,
  { bytes, name = 'file', type = 'application/octet-stream' }: NonNullable<TestCallOptions['file']>,
) {
  const form = new FormData()
  for (const [field, value] of Object.entries(body ?? {})) form.append(field, String(value))
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const request = new Response(form)
  return { payload: Buffer.from(await request.arrayBuffer()), type: request.headers.get('content-type')! }
}

/** The response of an endpoint with `download`. */
export interface DownloadReply {
  status: number
  type: string
  file_name: string | undefined
  bytes: Buffer
}

/** Fetches the bytes of an endpoint with `download`. */
export const createDownloader =
  (app: FastifyInstance) =>
  async <E extends Endpoint>(endpoint: E, sent: CallInput<E> = {}, token?: string): Promise<DownloadReply> => {
    const reply = await app.inject({
      method: endpoint.method,
      url: buildPath(endpoint, { ...(sent.params as object) }) + searchOf(sent.query),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
    const name = /filename\*=UTF-8''(.+)$/.exec(String(reply.headers['content-disposition'] ?? ''))?.[1]
    return {
      status: reply.statusCode,
      type: String(reply.headers['content-type']),
      file_name: name && decodeURIComponent(name),
      bytes: reply.rawPayload,
    }
  }

const noEnvelope = JSON.stringify({ code: '0', success: true, message: '', data: null })

/** Calls an app through the contract, without a network. */
export const createApiCaller =
  (app: FastifyInstance): ApiCaller =>
  async <E extends Endpoint>(endpoint: E, sent: CallInput<E> = {}, { token, ip, headers, file }: TestCallOptions = {}) => {
    const form = endpoint.upload && (await multipartOf(sent.body, file ?? { bytes: Buffer.from('x') }))
    const response = await app.inject({
      method: endpoint.method,
      url: buildPath(endpoint, { ...(sent.params as object) }) + searchOf(sent.query),
      remoteAddress: ip,
      headers: {
        'user-agent': 'tests',
        ...(form && { 'content-type': form.type }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(endpoint.method !== 'GET' && { payload: form?.payload ?? (sent.body as object | undefined) ?? {} }),
    })
    // Bytes have no envelope; use `fetchFile` for them.
    const body = endpoint.download && response.statusCode === 200 ? noEnvelope : response.body
    return new ApiReply(endpoint, response.statusCode, body)
  }
