import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { stream_path } from '#contract/stream.ts'
import { mayReadFigures } from '#server/domains/rentals/monitor/exposition.policy.ts'
import { createExposition } from '#server/domains/rentals/monitor/exposition.service.ts'
import type { Http } from '#server/http/mount.ts'
import { Refusal } from '#server/lib/refusal.ts'

const metrics_path = '/metrics'
/** Proxies add one of these; behind one on this machine every visitor comes from loopback. */
const passed_on = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const

const digest = (text: string) => createHash('sha256').update(text).digest()
const same = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

/** `/metrics` for Prometheus, outside of the contract: an operator's tool, not the console's. */
export function expositionRoutes({ app, deps }: Http): void {
  const exposition = createExposition(deps)

  app.addHook('onRequest', async (request, reply) => {
    if (routeOf(request) !== stream_path) return
    exposition.streamed(1)
    // A stream answers by hand, and only its connection tells when it is over.
    reply.raw.once('close', () => exposition.streamed(-1))
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    if (route === stream_path) return
    exposition.answered({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  app.get(metrics_path, async (request, reply) => {
    const reader = {
      peer: request.socket.remoteAddress ?? '',
      forwarded: passed_on.some((name) => request.headers[name] !== undefined),
      by_place: deps.config.metrics_on_loopback,
      token: request.headers.authorization?.replace(/^Bearer\s+/i, ''),
    }
    if (!mayReadFigures(reader, deps.config.metrics_token, same)) throw new Refusal('forbidden')
    return reply.type(exposition.content_type).send(await exposition.text())
  })
}
