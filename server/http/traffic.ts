import type { FastifyInstance, FastifyRequest } from 'fastify'
import { resultCodes } from '#contract/codes.ts'
import type { Deps } from '#server/deps.ts'
import { isLoopbackIp, toSubscriberNetwork } from '#server/lib/network.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Traffic limits per caller and node. They only protect a node from overload; business limits are counted in the database. */
export const trafficLimits = {
  /** Size of a burst in seconds of the normal rate: opening the console sends many requests within a second. */
  burst_seconds: 10,
  /** Factor of the network limit for signed-in requests, since a whole campus may share one address. */
  signed_in_factor: 4,
  /** Timeout for a whole body; form files have a longer one, and tus uploads have their own rules. */
  body_ms: 60_000,
  file_ms: 600_000,
  /** Timeout from the connection to the end of the headers, checked every few seconds. */
  headers_ms: 20_000,
  look_ms: 5000,
  /** Must exceed the keep-alive of proxies in front; otherwise they send requests into a closing connection. */
  keep_alive_ms: 72_000,
} as const

/** Paths of API calls, never of pages. */
export const callPathPattern = /^\/(api|sse|ws|tus|v1)(\/|$)/

interface TokenBucket {
  tokens: number
  at: number
}

const forgetEveryMs = 60_000

/** Token buckets that refill at a common rate, up to the burst; each call takes one token. */
export class TokenBuckets {
  readonly #per_ms: number
  readonly #burst: number
  readonly #buckets = new Map<string, TokenBucket>()
  #swept_at = 0

  constructor(perSecond: number) {
    this.#per_ms = perSecond / 1000
    this.#burst = perSecond * trafficLimits.burst_seconds
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Takes a token, or throws with the time until the next one. A rate of 0 means no limit. */
  take(key: string, now: number): void {
    if (this.#per_ms === 0) return
    this.#forgetFull(now)
    const bucket = this.#buckets.get(key) ?? { tokens: this.#burst, at: now }
    bucket.tokens = this.#tokensAt(bucket, now)
    bucket.at = now
    this.#buckets.set(key, bucket)
    if (bucket.tokens < 1) {
      const retryAfter = Math.max(1, Math.ceil((1 - bucket.tokens) / this.#per_ms / 1000))
      throw new Refusal('too_many_requests', { retry_after: retryAfter })
    }
    bucket.tokens -= 1
  }

  #tokensAt({ tokens, at }: TokenBucket, now: number): number {
    return Math.min(this.#burst, tokens + Math.max(0, now - at) * this.#per_ms)
  }

  #forgetFull(now: number): void {
    if (Math.abs(now - this.#swept_at) < forgetEveryMs) return
    this.#swept_at = now
    for (const [key, bucket] of this.#buckets) if (this.#tokensAt(bucket, now) >= this.#burst) this.#buckets.delete(key)
  }
}

export interface TrafficCounter {
  /** Counts a call of a signed-in user. */
  passUser(userId: string): void
}

/**
 * Counts every call by its client network before the body is read. Calls from this machine are not counted: a local proxy that is
 * missing in TRUST_PROXY would make all users look like one.
 */
export function limitTraffic(app: FastifyInstance, { config, clock }: Deps): TrafficCounter {
  const users = new TokenBuckets(config.traffic.user_rps)
  const visitors = new TokenBuckets(config.traffic.network_rps)
  const signedIn = new TokenBuckets(config.traffic.network_rps * trafficLimits.signed_in_factor)
  const now = () => clock.now().getTime()
  app.addHook('onRequest', async ({ ip, headers, url }) => {
    // Pages and files are cheap.
    if (isLoopbackIp(ip) || !callPathPattern.test(url)) return
    const networks = headers.authorization === undefined ? visitors : signedIn
    networks.take(toSubscriberNetwork(ip), now())
  })
  return { passUser: (userId) => users.take(userId, now()) }
}

/** Returns the time limit for a request body in ms; undefined if another mechanism handles it. */
export type BodyTimeout = (request: FastifyRequest) => number | undefined

const tooSlowReply = JSON.stringify({
  code: resultCodes.too_slow.code,
  success: false,
  message: resultCodes.too_slow.message,
  data: null,
})

/** Aborts requests whose body does not arrive; each would hold a connection and its resources forever. */
export function abortSlowBodies(app: FastifyInstance, { clock }: Pick<Deps, 'clock'>, patienceOf: BodyTimeout): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    const patience = patienceOf(request)
    if (patience === undefined || raw.method === 'GET' || raw.method === 'HEAD') return
    const arrived = new AbortController()
    // Most bodies arrive with their headers, so most requests need no timer.
    setImmediate(async () => {
      if (raw.complete || raw.destroyed) return
      raw.once('end', () => arrived.abort()).once('close', () => arrived.abort())
      await clock.sleep(patience, arrived.signal)
      if (arrived.signal.aborted || raw.complete) return
      if (reply.sent) return void raw.destroy()
      reply.hijack()
      const headers = { 'content-type': 'application/json; charset=utf-8', connection: 'close' }
      reply.raw.writeHead(resultCodes.too_slow.http, headers).end(tooSlowReply)
    })
  })
}
