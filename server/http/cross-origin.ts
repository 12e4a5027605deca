import type { FastifyInstance } from 'fastify'
import { challenge_header } from '#contract/endpoint.ts'

/** What pages call, and load pictures from, and whether it answers at all; `/v1` is for programs (docs/decisions/040). */
const for_pages = /^\/(api|sse|tus|healthz)(\/|$)/

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].join(', ')
/** What the web sends. Who is signed in says so in `Authorization`: there is no cookie, so credentials stay off. */
const sent = ['Authorization', 'Content-Type', 'Idempotency-Key', challenge_header, 'Last-Event-ID']
const sent_by_tus = ['Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'X-Requested-With']
/** What it reads. */
const exposed_headers = [
  'Date',
  'Content-Disposition',
  'Content-Length',
  'Retry-After',
  'X-Request-Id',
  ...['Location', 'Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Expires'],
]
/** No browser keeps an answer to a preflight for longer. */
const preflight_seconds = 7200

/**
 * Lets pages of these origins call the API and show its pictures; without any, nothing is said. Written to the raw answer: event
 * streams and uploads send no other. A preflight ends here, so it is neither counted nor looked up.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async ({ method, headers, originalUrl }, reply) => {
    if (!for_pages.test(originalUrl.split('?', 1)[0] ?? '')) return
    const { raw } = reply
    raw.setHeader('vary', 'origin')
    // a picture is asked for without an origin
    raw.setHeader('cross-origin-resource-policy', 'cross-origin')
    const { origin } = headers
    if (origin === undefined || !origins.includes(origin)) return
    raw.setHeader('access-control-allow-origin', origin)
    raw.setHeader('access-control-expose-headers', exposed_headers.join(', '))
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return
    raw.setHeader('access-control-allow-methods', methods)
    raw.setHeader('access-control-allow-headers', [...sent, ...sent_by_tus].join(', '))
    raw.setHeader('access-control-max-age', preflight_seconds)
    return reply.code(204).send()
  })
}
