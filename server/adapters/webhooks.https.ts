import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { limits } from '#contract/limits.ts'
import { isPublicAddress } from '#server/adapters/public-address.ts'
import type { WebhookCall, WebhookFailure, WebhookSender } from '#server/ports/webhooks.ts'

interface WebhookNetwork {
  /** Returns every address of a host name. */
  resolve(name: string): Promise<string[]>
  isAllowed(address: string): boolean
  /** Certificates to trust in addition to the system's. */
  ca?: string
  timeout_ms: number
}

const publicNetwork: WebhookNetwork = {
  resolve: async (name) => (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
  timeout_ms: limits.webhookTimeoutMs,
}

class CallRefused extends Error {
  readonly failure: WebhookFailure
  constructor(failure: WebhookFailure) {
    super(failure)
    this.failure = failure
  }
}

/** Returns the address to connect to. A name is rejected if any of its addresses is not allowed. */
async function resolveAddress(host: string, { resolve, isAllowed }: WebhookNetwork): Promise<string> {
  const name = host.replace(/^\[|\]$/g, '')
  const found = isIP(name)
    ? [name]
    : await resolve(name).catch(() => {
        throw new CallRefused('unreachable')
      })
  if (found.length === 0) throw new CallRefused('unreachable')
  if (!found.every(isAllowed)) throw new CallRefused('address')
  return found[0]!
}

/** Connects to exactly the address that was checked. The name is not resolved again, so DNS rebinding has no effect. */
const sendTo = ({ url, headers, body }: WebhookCall, address: string, { ca }: WebhookNetwork, signal: AbortSignal) =>
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
        if (size > limits.webhookAnswerBytes) asked.destroy(new CallRefused('answer'))
      })
      answer.on('error', reject)
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.end(body)
  })

/** Creates a sender that calls only https addresses on the public internet: no redirects, short timeout, small response. */
export function createPublicWebhooks(changed: Partial<WebhookNetwork> = {}): WebhookSender {
  const world = { ...publicNetwork, ...changed }
  return {
    post: async (call) => {
      const patience = AbortSignal.timeout(world.timeout_ms)
      const late = new Promise<never>((_, reject) => patience.addEventListener('abort', () => reject(new CallRefused('timeout'))))
      try {
        if (new URL(call.url).protocol !== 'https:') throw new CallRefused('address')
        // Name resolution counts against the timeout too.
        const address = await Promise.race([resolveAddress(new URL(call.url).hostname, world), late])
        const status = await sendTo(call, address, world, patience)
        if (status >= 300 && status < 400) throw new CallRefused('redirect')
        return { status }
      } catch (error) {
        if (error instanceof CallRefused) return { failure: error.failure }
        return { failure: patience.aborted ? 'timeout' : 'unreachable' }
      } finally {
        late.catch(() => undefined)
      }
    },
  }
}
