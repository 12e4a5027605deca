import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { bodyMaxBytes } from '#contract/endpoint.ts'
import { tusPath } from '#contract/file-storage.ts'
import { llmBasePath, playgroundPath } from '#contract/llm-wire.ts'
import { buildOpenapi, openapiPath } from '#contract/openapi.ts'
import { loadCrudNouns, loadEndpoints } from '#server/crud-nouns.ts'
import type { Deps } from '#server/deps.ts'
import { authRoutes } from '#server/domains/accounts/auth/auth.routes.ts'
import { invitationRoutes } from '#server/domains/accounts/invitations/invitations.routes.ts'
import { secretKeyRoutes } from '#server/domains/accounts/keys/keys.routes.ts'
import { leadRoutes } from '#server/domains/accounts/leads/leads.routes.ts'
import { accountSecurityRoutes } from '#server/domains/accounts/users/account-security.routes.ts'
import { userRoutes } from '#server/domains/accounts/users/users.routes.ts'
import { messageRoutes } from '#server/domains/accounts/wechat/message.routes.ts'
import { wechatRoutes } from '#server/domains/accounts/wechat/wechat.routes.ts'
import { activityRoutes } from '#server/domains/catalog/activities/activities.routes.ts'
import { communityRoutes } from '#server/domains/catalog/community/community.routes.ts'
import { helpRoutes } from '#server/domains/catalog/help/help.routes.ts'
import { isHelpPageShown } from '#server/domains/catalog/help/help.service.ts'
import { platformRoutes } from '#server/domains/catalog/platform/platform.routes.ts'
import { productRoutes } from '#server/domains/catalog/products/products.routes.ts'
import { createStructuredData } from '#server/domains/catalog/products/structured-data.service.ts'
import { siteContentRoutes } from '#server/domains/catalog/site-content/site-content.routes.ts'
import { viewRoutes } from '#server/domains/catalog/views/views.routes.ts'
import { creatorRoutes } from '#server/domains/content/creators/creators.routes.ts'
import { imageReleaseRoutes } from '#server/domains/content/image-releases/image-releases.routes.ts'
import { originalRoutes } from '#server/domains/content/originals/originals.routes.ts'
import { llmGatewayRoutes } from '#server/domains/llm/gateway.routes.ts'
import { llmRoutes } from '#server/domains/llm/llm.routes.ts'
import { listLlmKeyNames } from '#server/domains/llm/llm-keys.service.ts'
import { accountMessageRoutes } from '#server/domains/money/account-message/account-message.routes.ts'
import { bankTransferRoutes } from '#server/domains/money/bank-transfers/bank-transfers.routes.ts'
import { consumptionRoutes } from '#server/domains/money/consumption/consumption.routes.ts'
import { couponRoutes } from '#server/domains/money/coupons/coupons.routes.ts'
import { creatorIncomeRoutes } from '#server/domains/money/creator-income/creator-income.routes.ts'
import { debtRoutes } from '#server/domains/money/debts/debts.routes.ts'
import { invoiceRoutes } from '#server/domains/money/invoices/invoices.routes.ts'
import { subAccountRoutes } from '#server/domains/money/sub-accounts/sub-accounts.routes.ts'
import { paymentNoticeRoutes } from '#server/domains/money/wallet/payment-notices.routes.ts'
import { cashierRoutes, entryRoutes, operatorRechargeRoutes, walletRoutes } from '#server/domains/money/wallet/wallet.routes.ts'
import { withdrawalRoutes } from '#server/domains/money/withdrawals/withdrawals.routes.ts'
import { notificationRoutes } from '#server/domains/notify/notifications/notifications.routes.ts'
import { preferenceRoutes } from '#server/domains/notify/notifications/preferences.routes.ts'
import { streamRoutes } from '#server/domains/notify/notifications/stream.routes.ts'
import { createStreamHub } from '#server/domains/notify/notifications/stream.service.ts'
import { publishBackOfficeChange } from '#server/domains/operator/back-office-stream.service.ts'
import { operatorLlmRoutes } from '#server/domains/operator/llm.routes.ts'
import { operatorRoutes } from '#server/domains/operator/operator.routes.ts'
import { instanceAccessRoutes } from '#server/domains/rentals/access/instance-access.routes.ts'
import { guardRoutes } from '#server/domains/rentals/auto-stop/auto-stop.routes.ts'
import { queueRoutes } from '#server/domains/rentals/capacity/queue.routes.ts'
import { stopInstancesOfFrozenUser } from '#server/domains/rentals/instances/forced-stops.service.ts'
import { instanceRoutes } from '#server/domains/rentals/instances/instances.routes.ts'
import { createLiveInstanceReader } from '#server/domains/rentals/instances/live-rows.service.ts'
import { terminalRoutes } from '#server/domains/rentals/instances/terminal.routes.ts'
import { expositionRoutes } from '#server/domains/rentals/monitor/exposition.routes.ts'
import { monitorRoutes } from '#server/domains/rentals/monitor/monitor.routes.ts'
import { activityOrderRoutes } from '#server/domains/rentals/orders/activity-orders.routes.ts'
import { couponConfigRoutes } from '#server/domains/rentals/orders/coupon-config.routes.ts'
import { instanceMoneyRoutes } from '#server/domains/rentals/orders/instance-money.routes.ts'
import { orderRoutes } from '#server/domains/rentals/orders/orders.routes.ts'
import { overviewRoutes } from '#server/domains/rentals/overview/overview.routes.ts'
import { getEngineState } from '#server/domains/rentals/reconcile/engine-health.service.ts'
import { stockAlertRoutes } from '#server/domains/rentals/stock-alerts/stock-alerts.routes.ts'
import { whatIfRoutes } from '#server/domains/rentals/what-if/what-if.routes.ts'
import { datasetRoutes } from '#server/domains/storage/datasets/datasets.routes.ts'
import { fileStorageRoutes } from '#server/domains/storage/file-storage/file-storage.routes.ts'
import { tusRoutes } from '#server/domains/storage/file-storage/tus.routes.ts'
import { privateImageRoutes } from '#server/domains/storage/private-images/private-images.routes.ts'
import { watchOpenConnections } from '#server/gateway/open-connections.ts'
import { crawlerRoutes } from '#server/http/crawlers.ts'
import { allowOrigins } from '#server/http/cross-origin.ts'
import { sendErrorReply } from '#server/http/errors.ts'
import { assertDatabaseAnswers } from '#server/http/health.repo.ts'
import type { HttpDeps } from '#server/http/mount.ts'
import { blockedPermissions, buildContentSecurity, readBuiltApiHost } from '#server/http/page-policy.ts'
import { getApiOrigin, getSiteOrigin, loadWebPages } from '#server/http/pages.ts'
import { createSessionTokens } from '#server/http/sessions.ts'
import { serveWeb } from '#server/http/static-files.ts'
import { abortSlowBodies, limitTraffic, trafficLimits } from '#server/http/traffic.ts'
import { version } from '../package.json'

/** The API's own description: costs two seconds, so it is written once, and only when somebody asks for it. */
function openApiRoute(app: FastifyInstance, deps: Deps): void {
  let written: { text: Buffer; etag: string } | undefined
  const write = async () => {
    const described = { title: `${deps.config.brand} API`, version, origin: getApiOrigin(deps), endpoints: await loadEndpoints() }
    const text = Buffer.from(JSON.stringify(buildOpenapi(described)))
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
  }
  app.get(openapiPath, async (request, reply) => {
    written ??= await write()
    reply.header('etag', written.etag).header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === written.etag) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(written.text)
  })
}

/**
 * The whole API on one Fastify instance: the modules, listed by hand, and the nouns that need no more than `ownedCrud`, which
 * are found. `web_root` is where the web was built to (`web`, `pages`).
 */
export async function buildApp(deps: Deps, webRoot?: string): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trust_proxy.length > 0 ? deps.config.trust_proxy : false,
    frameworkErrors: sendErrorReply,
    bodyLimit: bodyMaxBytes,
    keepAliveTimeout: trafficLimits.keep_alive_ms,
    http: { headersTimeout: trafficLimits.headers_ms, connectionsCheckingInterval: trafficLimits.look_ms },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '' }) => (url === playgroundPath ? `${llmBasePath}/chat/completions` : url),
  })
  app.setErrorHandler(sendErrorReply)
  await app.register(helmet, {
    contentSecurityPolicy: buildContentSecurity(readBuiltApiHost(webRoot)),
    strictTransportSecurity: deps.config.real_deployment,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onRequest', async (_, reply) => void reply.header('permissions-policy', blockedPermissions))
  allowOrigins(app, deps.config.web_origins)
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
  const hub = await createStreamHub(deps, { instances: createLiveInstanceReader(deps) })
  app.addHook('onClose', () => hub.close())
  const doors = watchOpenConnections(deps)
  app.addHook('onClose', async () => doors.closeAll())

  expositionRoutes(http)
  authRoutes(http)
  wechatRoutes(http)
  messageRoutes(http)
  userRoutes(http)
  accountSecurityRoutes(http, listLlmKeyNames)
  productRoutes(http)
  activityRoutes(http)
  orderRoutes(http)
  activityOrderRoutes(http)
  instanceRoutes(http)
  instanceAccessRoutes(http)
  instanceMoneyRoutes(http)
  guardRoutes(http)
  debtRoutes(http)
  monitorRoutes(http)
  secretKeyRoutes(http)
  privateImageRoutes(http)
  imageReleaseRoutes(http)
  originalRoutes(http)
  communityRoutes(http)
  creatorRoutes(http)
  creatorIncomeRoutes(http)
  datasetRoutes(http)
  fileStorageRoutes(http)
  tusRoutes(http)
  queueRoutes(http)
  walletRoutes(http)
  overviewRoutes(http)
  whatIfRoutes(http)
  invoiceRoutes(http)
  operatorRechargeRoutes(http)
  paymentNoticeRoutes(http)
  bankTransferRoutes(http)
  withdrawalRoutes(http)
  couponRoutes(http)
  couponConfigRoutes(http)
  entryRoutes(http)
  consumptionRoutes(http)
  notificationRoutes(http)
  preferenceRoutes(http)
  accountMessageRoutes(http)
  invitationRoutes(http)
  subAccountRoutes(http, stopInstancesOfFrozenUser)
  viewRoutes(http)
  leadRoutes(http)
  stockAlertRoutes(http)
  helpRoutes(http)
  siteContentRoutes(http)
  platformRoutes(http)
  operatorRoutes(http)
  llmRoutes(http)
  llmGatewayRoutes(http)
  operatorLlmRoutes(http)
  if (deps.sandbox.payment) cashierRoutes(http)
  for (const noun of await loadCrudNouns()) noun.mount(http)
  streamRoutes(http, hub)
  terminalRoutes(http, doors)
  openApiRoute(app, deps)
  let storageProblem: string | undefined
  // Answers 200 without the compute engine or the storage, too: all else still works, and another node would be no better off.
  app.get('/healthz', async () => {
    const ok = await assertDatabaseAnswers(deps.database.kysely)
    const { state, unreachable_since: unreachableSince } = await getEngineState(deps.database.kysely, deps.clock.now())
    const { state: storage, problem } = await deps.volumes.health()
    if (problem && problem !== storageProblem) deps.log.error(problem)
    storageProblem = problem
    const darkSince = unreachableSince && { compute_unreachable_since: unreachableSince.toISOString() }
    return { ok, compute: state, ...darkSince, storage }
  })
  const pages =
    webRoot === undefined
      ? undefined
      : loadWebPages(deps, join(webRoot, 'pages'), {
          app,
          structured: createStructuredData(deps),
          isShown: (path) => isHelpPageShown(deps, path),
        })
  if (pages) crawlerRoutes(app, pages, getSiteOrigin(deps))
  await serveWeb(app, webRoot ?? '', pages, deps.sandbox)
  return app
}
