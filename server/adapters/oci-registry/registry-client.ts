import { parseUrl } from '#contract/parse-url.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'

/** As the OCI distribution specification says what may be done with a repository. */
type RegistryAction = 'pull' | 'pull,push' | 'delete'

export interface RegistryRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: Buffer
  /** Repositories, and what is done with each. */
  scopes: Readonly<Record<string, RegistryAction>>
  /** Statuses that are answers; any other is a failure. */
  expected: readonly number[]
}

export interface RegistryAnswer {
  status: number
  headers: Headers
  body: Buffer
}

export type RegistryLogin = { username: string; password: string } | { identitytoken: string }

const answerTimeoutMs = 30_000
/** Manifests and configurations are far smaller; layers are never read here. */
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

  constructor(url: URL, login?: RegistryLogin) {
    this.#url = url
    this.#login = login
  }

  /** `path` is below `/v2/`, or the address of an upload that the registry named. */
  async ask(path: string, request: RegistryRequest): Promise<RegistryAnswer> {
    const url = new URL(path, new URL('/v2/', this.#url))
    if (url.origin !== this.#url.origin) throw new DriverUnavailable(`the registry sends to another one: ${url.origin}`)
    let answer = await send(url, request)
    if (answer.status === unauthorized) {
      const authorization = await this.#authorize(answer.headers.get('www-authenticate') ?? '', request)
      if (authorization) answer = await send(url, { ...request, headers: { ...request.headers, authorization } })
    }
    if (request.expected.includes(answer.status)) return answer
    const said = answer.body.toString().replace(/\s+/g, ' ').slice(0, quotedMax)
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
    const { token, access_token: accessToken } = readJson<{ token?: string; access_token?: string }>(asked.body) ?? {}
    return (token ?? accessToken) ? `Bearer ${token ?? accessToken}` : undefined
  }
}

function withQuery(url: URL, service: string, scopes: readonly string[]): URL {
  const asked = new URL(url)
  asked.searchParams.set('service', service)
  for (const scope of scopes) asked.searchParams.append('scope', scope)
  return asked
}

async function send(
  url: URL,
  { method = 'GET', headers = {}, body }: Pick<RegistryRequest, 'method' | 'headers' | 'body'>,
): Promise<RegistryAnswer> {
  try {
    const answer = await fetch(url, {
      method,
      headers,
      ...(body && { body: new Uint8Array(body) }),
      redirect: method === 'GET' ? 'follow' : 'error',
      signal: AbortSignal.timeout(answerTimeoutMs),
    })
    return { status: answer.status, headers: answer.headers, body: await readBody(answer) }
  } catch (error) {
    if (error instanceof DriverUnavailable) throw error
    const { message, cause } = error as Error
    throw new DriverUnavailable(
      `the registry at ${url.host} does not answer: ${cause instanceof Error ? cause.message : message}`,
    )
  }
}

async function readBody(answer: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > largestAnswer) throw new DriverUnavailable('the registry answers more than a manifest')
    chunks.push(chunk)
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
