import type { FastifyInstance } from 'fastify'
import { challengeHeader } from '#contract/endpoint.ts'

/** What pages call, and load pictures from, and whether it answers at all; `/v1` is for programs (docs/decisions/040). */
const pagePathPattern = /^\/(api|sse|tus|healthz)(\/|$)/

const allowedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].join(', ')
/** What the web sends. Who is signed in says so in `Authorization`: there is no cookie, so credentials stay off. */
const allowedHeaders = ['Authorization', 'Content-Type', 'Idempotency-Key', challengeHeader, 'Last-Event-ID']
const tusRequestHeaders = ['Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'X-Requested-With']
/** What it reads. */
const exposedHeaders = [
  'Date',
  'Content-Disposition',
  'Content-Length',
  'Retry-After',
  'X-Request-Id',
  ...['Location', 'Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Expires'],
]
/** No browser keeps an answer to a preflight for longer. */
const preflightSeconds = 7200

/**
 * Lets pages of these origins call the API and show its pictures; without any, nothing is said. Written to the raw answer: event
 * streams and uploads send no other. A preflight ends here, so it is neither counted nor looked up.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async ({ method, headers, originalUrl }, reply) => {
    if (!pagePathPattern.test(originalUrl.split('?', 1)[0] ?? '')) return
    const { raw } = reply
    raw.setHeader('vary', 'origin')
    // a picture is asked for without an origin
    raw.setHeader('cross-origin-resource-policy', 'cross-origin')
    const { origin } = headers
    if (origin === undefined || !origins.includes(origin)) return
    raw.setHeader('access-control-allow-origin', origin)
    raw.setHeader('access-control-expose-headers', exposedHeaders.join(', '))
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return
    raw.setHeader('access-control-allow-methods', allowedMethods)
    raw.setHeader('access-control-allow-headers', [...allowedHeaders, ...tusRequestHeaders].join(', '))
    raw.setHeader('access-control-max-age', preflightSeconds)
    return reply.code(204).send()
  })
}
