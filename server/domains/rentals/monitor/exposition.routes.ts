import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { streamPath } from '#contract/stream.ts'
import { canReadMetrics } from '#server/domains/rentals/monitor/exposition.policy.ts'
import { createExposition } from '#server/domains/rentals/monitor/exposition.service.ts'
import type { HttpDeps } from '#server/http/mount.ts'
import { Refusal } from '#server/lib/refusal.ts'

const metricsPath = '/metrics'
/** Proxies add one of these headers; behind a local proxy every client appears as loopback. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSameSecret = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

const getRoute = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

/** `/metrics` for Prometheus. Not part of the API contract, because it is an operator tool. */
export function expositionRoutes({ app, deps }: Pick<HttpDeps, 'app' | 'deps'>): void {
  const exposition = createExposition(deps)

  app.addHook('onRequest', async (request, reply) => {
    if (getRoute(request) !== streamPath) return
    exposition.streamed(1)
    // A stream bypasses the reply hooks; only the close of its connection tells that it has ended.
    reply.raw.once('close', () => exposition.streamed(-1))
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = getRoute(request)
    if (route === streamPath) return
    exposition.answered({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  app.get(metricsPath, async (request, reply) => {
    const reader = {
      peer: request.socket.remoteAddress ?? '',
      forwarded: proxyHeaders.some((name) => request.headers[name] !== undefined),
      by_place: deps.config.metrics_on_loopback,
      token: request.headers.authorization?.replace(/^Bearer\s+/i, ''),
    }
    if (!canReadMetrics(reader, deps.config.metrics_token, isSameSecret)) throw new Refusal('forbidden')
    return reply.type(exposition.content_type).send(await exposition.text())
  })
}
