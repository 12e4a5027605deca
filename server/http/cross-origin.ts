import type { FastifyInstance } from 'fastify'
import { challengeHeader } from '#contract/endpoint.ts'

/** Paths that web pages may call or load pictures from, plus the health check; `/v1` is for programs (docs/decisions/040). */
const pagePathPattern = /^\/(api|sse|tus|healthz)(\/|$)/

const allowedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].join(', ')
/** Request headers of the web app. Authentication uses `Authorization` without cookies, so credentials stay disabled. */
const allowedHeaders = ['Authorization', 'Content-Type', 'Idempotency-Key', challengeHeader, 'Last-Event-ID']
const tusRequestHeaders = ['Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'X-Requested-With']
/** Response headers that the web app reads. */
const exposedHeaders = [
  'Date',
  'Content-Disposition',
  'Content-Length',
  'Retry-After',
  'X-Request-Id',
  ...['Location', 'Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Expires'],
]
/** Browsers cache a preflight for at most this long. */
const preflightSeconds = 7200

/**
 * Enables CORS for these origins, including pictures; does nothing if the list is empty. Sets headers on the raw response, the
 * only one that event streams and uploads use. Answers preflights here, before rate limiting and routing.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async ({ method, headers, originalUrl }, reply) => {
    if (!pagePathPattern.test(originalUrl.split('?', 1)[0] ?? '')) return
    const { raw } = reply
    raw.setHeader('vary', 'origin')
    // picture requests carry no Origin header
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
