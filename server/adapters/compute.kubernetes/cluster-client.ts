import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, type RequestOptions, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { runWithSignals } from '#server/adapters/compute.shared/linked-signal.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import type { ClusterAccess } from '#server/ports/engines.ts'
import { ClusterRefusal, clusterStatusOf, toClusterError } from './cluster-errors.ts'
import type { ApiList } from './objects.ts'

interface Call {
  body?: unknown
  type?: string
  signal?: AbortSignal | undefined
}

const pageSize = 500
const notFound = 404
const keepAliveMs = 15_000
const pingMs = 20_000
/** v5 can end a program's input; older API servers know v4, which cannot. */
const channelProtocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io']

/** The API server of a cluster. Every failure is a `DriverError`. */
export class ClusterClient {
  readonly namespace: string
  readonly #access: ClusterAccess
  readonly #agent: Agent
  readonly #timeout_ms: number
  readonly #closing = new AbortController()

  constructor(access: ClusterAccess, timeoutMs: number) {
    this.#access = access
    this.namespace = access.namespace
    this.#timeout_ms = timeoutMs
    this.#agent = new Agent({ ...this.#secureOptions(), keepAlive: true, keepAliveMsecs: keepAliveMs })
  }

  /** Aborts when the driver is closed. */
  get closed(): AbortSignal {
    return this.#closing.signal
  }

  close(): void {
    this.#closing.abort()
    this.#agent.destroy()
  }

  get = <T>(path: string, signal?: AbortSignal): Promise<T> => this.#json('GET', path, { signal })
  create = <T>(path: string, body: unknown): Promise<T> => this.#json('POST', path, { body })
  replace = <T>(path: string, body: unknown): Promise<T> => this.#json('PUT', path, { body })
  /** Merges: a resource version in it makes the server refuse what another has changed meanwhile. */
  merge = <T>(path: string, body: unknown): Promise<T> =>
    this.#json('PATCH', path, { body, type: 'application/merge-patch+json' })

  /** Returns the object; undefined if there is none. */
  find = <T>(path: string, signal?: AbortSignal): Promise<T | undefined> => ignoreStatus(notFound, this.get<T>(path, signal))

  /** Succeeds if it is not there. */
  async delete(path: string, options: object = {}): Promise<void> {
    await ignoreStatus(notFound, this.#json('DELETE', path, { body: options }))
  }

  /** Returns all pages of a list. Throws unless it is complete. */
  async list<T>(path: string, query: Record<string, string> = {}, signal?: AbortSignal): Promise<ApiList<T>> {
    const items: T[] = []
    for (let page = ''; ; ) {
      const asked = new URLSearchParams({ ...query, limit: String(pageSize), ...(page && { continue: page }) })
      const list = await this.get<ApiList<T>>(`${path}?${asked}`, signal)
      items.push(...list.items)
      page = list.metadata.continue ?? ''
      if (!page) return { metadata: list.metadata, items }
    }
  }

  /** Opens an answer that goes on, such as a log or a watch; it ends with `signal`, and when the driver closes. */
  async open(path: string, signal?: AbortSignal): Promise<IncomingMessage> {
    const cut = AbortSignal.any([this.closed, ...(signal ? [signal] : [])])
    if (cut.aborted) throw this.#cancelled()
    try {
      return await this.#ask('GET', path, {}, cut)
    } catch (error) {
      throw toClusterError(error)
    }
  }

  /** Opens the channels of an exec. Throws what the server answers instead, if it refuses. */
  async connect(path: string): Promise<WebSocket> {
    if (this.closed.aborted) throw this.#cancelled()
    const address = `${this.#access.server.replace(/^http/, 'ws')}${path}`
    const options = { ...this.#secureOptions(), headers: this.#headers(), handshakeTimeout: this.#timeout_ms }
    const socket = new WebSocket(address, channelProtocols, options)
    const close = () => socket.terminate()
    this.closed.addEventListener('abort', close, { once: true })
    const pings = setInterval(() => socket.readyState === WebSocket.OPEN && socket.ping(), pingMs)
    socket.once('close', () => {
      clearInterval(pings)
      this.closed.removeEventListener('abort', close)
    })
    try {
      return await opened(socket)
    } catch (error) {
      throw toClusterError(error)
    }
  }

  async #json<T>(method: string, path: string, call: Call): Promise<T> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), this.#timeout_ms)
    try {
      return await runWithSignals([this.closed, late.signal, ...(call.signal ? [call.signal] : [])], async (cut) => {
        if (cut.aborted) throw this.#cancelled()
        return JSON.parse(await text(await this.#ask(method, path, call, cut))) as T
      })
    } catch (error) {
      throw toClusterError(error)
    } finally {
      clearTimeout(timer)
    }
  }

  async #ask(method: string, path: string, { body, type }: Call, signal: AbortSignal): Promise<IncomingMessage> {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      ...this.#headers(),
      accept: 'application/json',
      ...(sent !== undefined && { 'content-type': type ?? 'application/json', 'content-length': Buffer.byteLength(sent) }),
    }
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(`${this.#access.server}${path}`, { agent: this.#agent, method, headers, signal }, resolve)
      asked.on('error', reject).end(sent)
    })
    const status = answer.statusCode ?? 0
    if (status < 300) return answer
    throw new ClusterRefusal(status, await text(answer))
  }

  #secureOptions(): Pick<RequestOptions, 'ca' | 'cert' | 'key' | 'servername'> {
    const { ca, cert, key, server_name: servername } = this.#access
    return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }), ...(servername && { servername }) }
  }

  #headers(): Record<string, string> {
    const { token, token_file: file } = this.#access
    const now = file ? readFileSync(file, 'utf8').trim() : token
    return now ? { authorization: `Bearer ${now}` } : {}
  }

  #cancelled(): DriverUnavailable {
    return new DriverUnavailable(this.closed.aborted ? 'driver is closed' : 'call was cancelled')
  }
}

/** Awaits `work`; undefined if the server answers with `status`. */
export async function ignoreStatus<T>(status: number, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (clusterStatusOf(error) === status) return undefined
    throw error
  }
}

function opened(socket: WebSocket): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.pause() // what comes with the answer must wait for whoever listens, who resumes it
      resolve(socket)
    })
    socket.on('error', reject) // one that comes later ends the connection, and its close says so
    socket.once('unexpected-response', (asked, answer) => {
      void text(answer)
        .catch(() => '')
        .then((body) => reject(new ClusterRefusal(answer.statusCode ?? 0, body)))
        .finally(() => asked.destroy())
    })
  })
}
