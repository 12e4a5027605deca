import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { llmBasePath } from '#contract/llm-wire.ts'
import type { Config } from '#server/config/config.ts'

export const requestIdHeader = 'x-request-id'
const wellFormed = /^[A-Za-z0-9][\w.-]{7,63}$/

/**
 * Takes the id that the proxy in front has given a request, else makes one: without a proxy, whoever calls could take another's. The
 * ids of calls of large models are also the numbers of their bills, which nobody else may choose.
 */
export const createRequestIds =
  ({ trust_proxy: proxies }: Pick<Config, 'trust_proxy'>) =>
  ({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>): string => {
    const given = headers[requestIdHeader]
    const isKept = proxies.length > 0 && typeof given === 'string' && wellFormed.test(given) && !url?.startsWith(llmBasePath)
    return isKept ? given : randomUUID()
  }

/** What asks every few seconds. */
const probes = new Set(['/healthz', '/metrics'])

/** Names the request in the answer, and logs each answer by its declared path: addresses may carry tickets. */
export function followRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.raw.setHeader(requestIdHeader, request.id))
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'none' } = request.routeOptions
    const call = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    request.log[probes.has(route) ? 'debug' : 'info'](call, 'answered')
  })
}
