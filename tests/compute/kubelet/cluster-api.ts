import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ApiObject } from './objects.ts'

/** What the API server answered instead of an object. */
class ApiRefusal extends Error {
  readonly status: number
  readonly reason: string

  constructor(status: number, body: string) {
    const told = parseStatus(body)
    super(told.message ?? body)
    this.status = status
    this.reason = told.reason ?? ''
  }
}

interface Options {
  body?: unknown
  type?: string
  signal?: AbortSignal
}

interface Kubeconfig {
  clusters: { cluster: { server: string; 'certificate-authority-data': string } }[]
  users: { user: { token: string } }[]
}

interface WatchEvent<T> {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  object: T
}

export const isStatus =
  (...statuses: number[]) =>
  (error: unknown): boolean =>
    error instanceof ApiRefusal && statuses.includes(error.status)

/** Speaks to the API server of a throwaway cluster as its administrator. */
export class ClusterApi {
  readonly url: string
  readonly token: string
  readonly ca: Buffer
  readonly #agent: Agent

  constructor(folder: string) {
    const { clusters, users } = JSON.parse(readFileSync(join(folder, 'kubeconfig'), 'utf8')) as Kubeconfig
    const { server, 'certificate-authority-data': ca } = clusters[0]!.cluster
    this.url = server
    this.token = users[0]!.user.token
    this.ca = Buffer.from(ca, 'base64')
    this.#agent = new Agent({ ca: this.ca, keepAlive: true })
  }

  get = <T>(path: string): Promise<T> => this.#json('GET', path)
  create = <T>(path: string, body: unknown): Promise<T> => this.#json('POST', path, { body })
  replace = <T>(path: string, body: unknown): Promise<T> => this.#json('PUT', path, { body })
  /** A JSON merge patch: what it names is replaced whole. */
  patch = <T>(path: string, body: unknown): Promise<T> =>
    this.#json('PATCH', path, { body, type: 'application/merge-patch+json' })
  delete = (path: string, body?: unknown): Promise<unknown> => this.#json('DELETE', path, { body })

  /** Any answer as it comes, for what is not JSON. */
  async open(method: string, path: string, { body, type = 'application/json', signal }: Options = {}): Promise<IncomingMessage> {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    // its length is named: Node would send the body of a DELETE without saying that there is one
    const content = sent !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(sent) }
    const headers = { authorization: `Bearer ${this.token}`, ...content }
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(`${this.url}${path}`, { agent: this.#agent, method, headers, signal }, resolve)
      asked.on('error', reject)
      asked.end(sent)
    })
    const status = answer.statusCode ?? 0
    if (status < 300) return answer
    throw new ApiRefusal(status, await text(answer))
  }

  /** Lists, then watches, again and again until `signal`: after a lapse whoever has gone meanwhile is told to be gone. */
  async follow<T extends ApiObject>(path: string, seen: (object: T, gone: boolean) => void, signal: AbortSignal): Promise<void> {
    const known = new Map<string, T>()
    const tell = (object: T, gone: boolean) => {
      if (gone) known.delete(object.metadata.uid)
      else known.set(object.metadata.uid, object)
      seen(object, gone)
    }
    while (!signal.aborted) {
      try {
        const { items, metadata } = await this.get<{ items: T[]; metadata: { resourceVersion: string } }>(path)
        const there = new Set(items.map((item) => item.metadata.uid))
        for (const lost of [...known.values()].filter((item) => !there.has(item.metadata.uid))) tell(lost, true)
        for (const item of items) tell(item, false)
        await this.#watch(path, metadata.resourceVersion, tell, signal)
      } catch (error) {
        if (!signal.aborted && !isStatus(410)(error)) await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Goes on where a watch ended by its time; throws when the server no longer knows that place. */
  async #watch<T extends ApiObject>(path: string, from: string, tell: (object: T, gone: boolean) => void, signal: AbortSignal) {
    for (let version = from; !signal.aborted; ) {
      const query = `watch=1&allowWatchBookmarks=true&timeoutSeconds=55&resourceVersion=${version}`
      const answer = await this.open('GET', `${path}?${query}`, { signal })
      for await (const { type, object } of readEvents<T>(answer)) {
        if (type === 'ERROR') throw new ApiRefusal(410, JSON.stringify(object))
        version = object.metadata.resourceVersion
        if (type !== 'BOOKMARK') tell(object, type === 'DELETED')
      }
    }
  }

  async #json<T>(method: string, path: string, options: Options = {}): Promise<T> {
    return JSON.parse(await text(await this.open(method, path, options))) as T
  }
}

async function* readEvents<T>(answer: IncomingMessage): AsyncGenerator<WatchEvent<T>> {
  let rest = ''
  answer.setEncoding('utf8')
  for await (const chunk of answer) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as WatchEvent<T>
  }
}

function parseStatus(body: string): { message?: string; reason?: string } {
  try {
    return JSON.parse(body) as { message?: string; reason?: string }
  } catch {
    return {}
  }
}
