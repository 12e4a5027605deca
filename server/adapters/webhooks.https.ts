import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { limits } from '#contract/limits.ts'
import { isPublicAddress } from '#server/adapters/public-address.ts'
import type { WebhookCall, WebhookFailure, Webhooks } from '#server/ports/webhooks.ts'

interface World {
  /** Every address a name has. */
  resolve(name: string): Promise<string[]>
  isAllowed(address: string): boolean
  /** Certificates to trust beside the system's. */
  ca?: string
  timeout_ms: number
}

const internet: World = {
  resolve: async (name) => (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
  timeout_ms: limits.webhook_timeout_ms,
}

class Refused extends Error {
  readonly failure: WebhookFailure
  constructor(failure: WebhookFailure) {
    super(failure)
    this.failure = failure
  }
}

/** The one address to connect to. A name with any address that is not allowed is refused whole. */
async function addressOf(host: string, { resolve, isAllowed }: World): Promise<string> {
  const name = host.replace(/^\[|\]$/g, '')
  const found = isIP(name)
    ? [name]
    : await resolve(name).catch(() => {
        throw new Refused('unreachable')
      })
  if (found.length === 0) throw new Refused('unreachable')
  if (!found.every(isAllowed)) throw new Refused('address')
  return found[0]!
}

/** Sends to exactly the address that was looked at: the name is not asked again, so a second answer changes nothing. */
const send = ({ url, headers, body }: WebhookCall, address: string, { ca }: World, signal: AbortSignal) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port, pathname, search } = new URL(url)
    const name = hostname.replace(/^\[|\]$/g, '')
    const asked = request({
      host: address,
      port: Number(port) || 443,
      path: `${pathname}${search}`,
      method: 'POST',
      headers: { ...headers, host: new URL(url).host, 'content-length': Buffer.byteLength(body) },
      ...(isIP(name) ? {} : { servername: name }),
      ...(ca !== undefined && { ca }),
      agent: false,
      signal,
    })
    asked.on('error', reject)
    asked.on('response', (answer) => {
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > limits.webhook_answer_bytes) asked.destroy(new Refused('answer'))
      })
      answer.on('error', reject)
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.end(body)
  })

/** Calls https addresses on the public internet and nothing else: no redirects, little patience, a small answer. */
export function publicWebhooks(changed: Partial<World> = {}): Webhooks {
  const world = { ...internet, ...changed }
  return {
    post: async (call) => {
      const patience = AbortSignal.timeout(world.timeout_ms)
      const late = new Promise<never>((_, reject) => patience.addEventListener('abort', () => reject(new Refused('timeout'))))
      try {
        if (new URL(call.url).protocol !== 'https:') throw new Refused('address')
        // Resolving counts against the patience as well.
        const address = await Promise.race([addressOf(new URL(call.url).hostname, world), late])
        const status = await send(call, address, world, patience)
        if (status >= 300 && status < 400) throw new Refused('redirect')
        return { status }
      } catch (error) {
        if (error instanceof Refused) return { failure: error.failure }
        return { failure: patience.aborted ? 'timeout' : 'unreachable' }
      } finally {
        late.catch(() => undefined)
      }
    },
  }
}
