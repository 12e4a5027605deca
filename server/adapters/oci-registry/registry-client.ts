import { parseUrl } from '#contract/parse-url.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'

/** As the OCI distribution specification says what may be done with a repository. */
type RegistryAction = 'pull' | 'pull,push' | 'delete'

export interface RegistryRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: Buffer
  /** Repositories, and what is done with each. */
  scopes: Readonly<Record<string, RegistryAction>>
  /** Statuses that are answers; any other is a failure. */
  expected: readonly number[]
  /** For what takes longer than a short answer, such as a piece of a layer. */
  timeout_ms?: number
}

export interface RegistryAnswer {
  status: number
  headers: Headers
  body: Buffer
}

export type RegistryLogin = { username: string; password: string } | { identitytoken: string }

const answerTimeoutMs = 30_000
/** Manifests and configurations are far smaller. */
const largestAnswer = 8 * 2 ** 20
const unauthorized = 401
const quotedMax = 200

/**
 * Speaks HTTP with an OCI registry, and logs in as it asks to: by name and password, or by a token from where it says. Every
 * failure is DriverUnavailable; its message quotes the registry, never a login.
 */
export class RegistryClient {
  readonly #url: URL
  readonly #login: RegistryLogin | undefined
  /** What let us in last, by scopes: a piece of a layer should not be sent twice to hear that a login is wanted. */
  readonly #let_in = new Map<string, string>()

  constructor(url: URL, login?: RegistryLogin) {
    this.#url = url
    this.#login = login
  }

  /** `path` is below `/v2/`, or the address of an upload that the registry named. */
  async ask(path: string, request: RegistryRequest): Promise<RegistryAnswer> {
    const answer = await this.#send(path, request)
    return { status: answer.status, headers: answer.headers, body: await readBody(answer, this.#url.host) }
  }

  /** Reads what may be of any length, such as a layer. */
  async *read(path: string, scopes: RegistryRequest['scopes']): AsyncGenerator<Uint8Array> {
    const answer = await this.#send(path, { scopes, expected: [200], timeout_ms: Number.POSITIVE_INFINITY })
    try {
      for await (const chunk of answer.body ?? []) yield chunk
    } catch (error) {
      throw describeSilence(this.#url.host, error)
    }
  }

  async #send(path: string, request: RegistryRequest): Promise<Response> {
    const url = new URL(path, new URL('/v2/', this.#url))
    if (url.origin !== this.#url.origin) throw new DriverUnavailable(`the registry sends to another one: ${url.origin}`)
    const scopes = JSON.stringify(request.scopes)
    let answer = await send(url, withLogin(request, this.#let_in.get(scopes)))
    if (answer.status === unauthorized) {
      await answer.body?.cancel()
      const authorization = await this.#authorize(answer.headers.get('www-authenticate') ?? '', request)
      if (authorization) {
        this.#let_in.set(scopes, authorization)
        answer = await send(url, withLogin(request, authorization))
      }
    }
    if (request.expected.includes(answer.status)) return answer
    const body = await readBody(answer, url.host)
    const said = body.toString().replace(/\s+/g, ' ').slice(0, quotedMax)
    throw new DriverUnavailable(`${request.method ?? 'GET'} ${url.pathname} of the registry: ${answer.status} ${said}`)
  }

  async #authorize(challenge: string, { scopes }: RegistryRequest): Promise<string | undefined> {
    const login = this.#login
    const basic = login && 'username' in login && `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`
    if (/^basic\b/i.test(challenge)) return basic || undefined
    const { realm, service = '' } = Object.fromEntries([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, k, v]) => [k, v]))
    const url = parseUrl(realm ?? '')
    if (!/^bearer\b/i.test(challenge) || !url) return undefined
    if (this.#url.protocol === 'https:' && url.protocol !== 'https:')
      throw new DriverUnavailable('the registry logs in without TLS')
    const scope = Object.entries(scopes).map(([repository, action]) => `repository:${repository}:${action}`)
    const asked =
      login && 'identitytoken' in login
        ? await send(url, {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: Buffer.from(
              new URLSearchParams({
                grant_type: 'refresh_token',
                client_id: 'zhisuan',
                service,
                scope: scope.join(' '),
                refresh_token: login.identitytoken,
              }).toString(),
            ),
          })
        : await send(withQuery(url, service, scope), { headers: basic ? { authorization: basic } : {} })
    const told = await readBody(asked, url.host)
    const { token, access_token: accessToken } = readJson<{ token?: string; access_token?: string }>(told) ?? {}
    return (token ?? accessToken) ? `Bearer ${token ?? accessToken}` : undefined
  }
}

const withLogin = (request: RegistryRequest, authorization: string | undefined): RegistryRequest =>
  authorization === undefined ? request : { ...request, headers: { ...request.headers, authorization } }

function withQuery(url: URL, service: string, scopes: readonly string[]): URL {
  const asked = new URL(url)
  asked.searchParams.set('service', service)
  for (const scope of scopes) asked.searchParams.append('scope', scope)
  return asked
}

type Sent = Pick<RegistryRequest, 'method' | 'headers' | 'body' | 'timeout_ms'>

async function send(
  url: URL,
  { method = 'GET', headers = {}, body, timeout_ms: timeoutMs = answerTimeoutMs }: Sent,
): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers,
      ...(body && { body: new Uint8Array(body) }),
      redirect: method === 'GET' || method === 'HEAD' ? 'follow' : 'error',
      ...(Number.isFinite(timeoutMs) && { signal: AbortSignal.timeout(timeoutMs) }),
    })
  } catch (error) {
    throw describeSilence(url.host, error)
  }
}

function describeSilence(host: string, error: unknown): DriverUnavailable {
  const { message, cause } = error as Error
  return new DriverUnavailable(`the registry at ${host} does not answer: ${cause instanceof Error ? cause.message : message}`)
}

async function readBody(answer: Response, host: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of answer.body ?? []) {
      size += chunk.byteLength
      if (size > largestAnswer) throw new DriverUnavailable('the registry answers more than a manifest')
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof DriverUnavailable ? error : describeSilence(host, error)
  }
  return Buffer.concat(chunks)
}

/** Undefined if it is no JSON. */
export function readJson<T>(bytes: Buffer): T | undefined {
  try {
    return JSON.parse(bytes.toString()) as T
  } catch {
    return undefined
  }
}
