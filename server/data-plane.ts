import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { bodyMaxBytes } from '#contract/endpoint.ts'
import { tusPath } from '#contract/file-storage.ts'
import { llmBasePath, playgroundPath } from '#contract/llm-wire.ts'
import type { Deps } from '#server/deps.ts'
import { publishBackOfficeChange } from '#server/domains/operator/back-office-stream.service.ts'
import { terminalRoutes } from '#server/domains/rentals/instances/terminal.routes.ts'
import { datasetFileRoutes } from '#server/domains/storage/datasets/datasets.routes.ts'
import { exportFileRoutes } from '#server/domains/storage/export-tasks/export-tasks.routes.ts'
import { fileTransferRoutes } from '#server/domains/storage/file-storage/file-storage.routes.ts'
import { tusRoutes } from '#server/domains/storage/file-storage/tus.routes.ts'
import { watchOpenConnections } from '#server/gateway/open-connections.ts'
import { allowOrigins } from '#server/http/cross-origin.ts'
import { sendErrorReply } from '#server/http/errors.ts'
import { waitForLastRequests } from '#server/http/last-requests.ts'
import type { HttpDeps } from '#server/http/mount.ts'
import { blockedPermissions, buildContentSecurity, readBuiltApiHost } from '#server/http/page-policy.ts'
import { createRequestIds, followRequests } from '#server/http/request-ids.ts'
import { traceRequests } from '#server/http/request-spans.ts'
import { createSessionTokens } from '#server/http/sessions.ts'
import { abortSlowBodies, limitTraffic, trafficLimits } from '#server/http/traffic.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { statusRoutes } from '#server/node-status.ts'

/**
 * What api and gateway nodes serve alike: health, metrics, and the calls that carry many bytes. The paths of
 * the latter are those which a proxy may send to gateway nodes (docs/operating/gateways.md).
 */
export async function createDataPlane(deps: Deps, webRoot?: string): Promise<HttpDeps> {
  const app = Fastify({
    loggerInstance: deps.log,
    genReqId: createRequestIds(deps.config),
    trustProxy: deps.config.trust_proxy.length > 0 ? deps.config.trust_proxy : false,
    frameworkErrors: sendErrorReply,
    bodyLimit: bodyMaxBytes,
    keepAliveTimeout: trafficLimits.keep_alive_ms,
    http: { headersTimeout: trafficLimits.headers_ms, connectionsCheckingInterval: trafficLimits.look_ms },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '' }) => (url === playgroundPath ? `${llmBasePath}/chat/completions` : url),
  })
  app.setErrorHandler(sendErrorReply)
  traceRequests(app, deps.config)
  followRequests(app)
  await app.register(helmet, {
    contentSecurityPolicy: buildContentSecurity(readBuiltApiHost(webRoot)),
    strictTransportSecurity: deps.config.real_deployment,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onRequest', async (_, reply) => void reply.header('permissions-policy', blockedPermissions))
  allowOrigins(app, deps.config.web_origins)
  waitForLastRequests(app, deps.departure)
  await app.register(multipart)
  await app.register(websocket, { options: { maxPayload: 65_536 } })
  const turnstiles = limitTraffic(app, deps)
  abortSlowBodies(app, deps, (request) => {
    if (request.routeOptions.url === tusPath) return undefined
    return request.isMultipart() ? trafficLimits.file_ms : trafficLimits.body_ms
  })
  const http: HttpDeps = {
    app,
    deps,
    sessions: createSessionTokens(deps),
    turnstiles,
    onOperatorChange: publishBackOfficeChange,
  }
  const doors = watchOpenConnections(deps)
  app.addHook('onClose', async () => doors.closeAll())

  statusRoutes(http)
  terminalRoutes(http, doors)
  fileTransferRoutes(http)
  tusRoutes(http)
  datasetFileRoutes(http)
  exportFileRoutes(http)
  return http
}

/** The HTTP side of a gateway node: everything else is refused, and belongs to api nodes. */
export async function buildGatewayApp(deps: Deps): Promise<FastifyInstance> {
  const { app } = await createDataPlane(deps)
  app.setNotFoundHandler(async () => {
    throw new Refusal('not_found')
  })
  return app
}
