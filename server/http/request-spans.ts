import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { isTracing, readTraceContext, startSpan } from '#server/lib/tracing.ts'

/** What asks every few seconds, and what stays open for hours. */
const untracedPattern = /^\/(healthz|metrics)$|^\/(sse|ws)\//

/**
 * A span for each call that a declared route takes: pages and files are none. The trace that a caller says it belongs to is believed
 * only where a proxy stands in front, as its request ids are: anybody else could join what others do, or have all his calls recorded.
 */
export function traceRequests(app: FastifyInstance, { trust_proxy: proxies }: Pick<Config, 'trust_proxy'>): void {
  if (!isTracing()) return
  const traced = new WeakMap<FastifyRequest, { span: Span; within: Context }>()
  const begin = (request: FastifyRequest, route: string) =>
    startSpan(
      {
        name: `${request.method} ${route}`,
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'url.scheme': request.protocol,
          request_id: request.id,
        },
      },
      proxies.length > 0 ? readTraceContext(request.headers) : ROOT_CONTEXT,
    )
  /** Continues inside the span of a request: a body that was read continues elsewhere. */
  const resume = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const known = traced.get(request)
    if (known) context.with(known.within, done)
    else done()
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route } = request.routeOptions
    if (route === undefined || untracedPattern.test(route)) return done()
    const { span, within } = begin(request, route)
    traced.set(request, { span, within })
    // Also of a caller who has hung up.
    reply.raw.once('close', () => endSpan(span, reply))
    context.with(within, done)
  })
  app.addHook('preValidation', resume)
  app.addHook('onResponse', resume)
}

function endSpan(span: Span, { statusCode, raw }: FastifyReply): void {
  if (raw.headersSent) span.setAttribute('http.response.status_code', statusCode)
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(statusCode))
  span.end()
}
