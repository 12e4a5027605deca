import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { body_max_bytes } from '#contract/endpoint.ts'
import { tus_path } from '#contract/file-storage.ts'
import { llm_base_path, playground_path } from '#contract/llm-wire.ts'
import { openapi, openapi_path } from '#contract/openapi.ts'
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
import { isPageShown } from '#server/domains/catalog/help/help.service.ts'
import { platformRoutes } from '#server/domains/catalog/platform/platform.routes.ts'
import { productRoutes } from '#server/domains/catalog/products/products.routes.ts'
import { structuredData } from '#server/domains/catalog/products/structured-data.service.ts'
import { siteContentRoutes } from '#server/domains/catalog/site-content/site-content.routes.ts'
import { viewRoutes } from '#server/domains/catalog/views/views.routes.ts'
import { creatorRoutes } from '#server/domains/content/creators/creators.routes.ts'
import { imageReleaseRoutes } from '#server/domains/content/image-releases/image-releases.routes.ts'
import { originalRoutes } from '#server/domains/content/originals/originals.routes.ts'
import { llmGatewayRoutes } from '#server/domains/llm/gateway.routes.ts'
import { llmRoutes } from '#server/domains/llm/llm.routes.ts'
import { llmKeysOf } from '#server/domains/llm/tokens.service.ts'
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
import { operatorLlmRoutes } from '#server/domains/operator/llm.routes.ts'
import { operatorRoutes } from '#server/domains/operator/operator.routes.ts'
import { instanceAccessRoutes } from '#server/domains/rentals/access/instance-access.routes.ts'
import { guardRoutes } from '#server/domains/rentals/auto-stop/auto-stop.routes.ts'
import { queueRoutes } from '#server/domains/rentals/capacity/queue.routes.ts'
import { stopAllOf } from '#server/domains/rentals/instances/forced-stops.service.ts'
import { instanceRoutes } from '#server/domains/rentals/instances/instances.routes.ts'
import { liveInstances } from '#server/domains/rentals/instances/live-rows.service.ts'
import { terminalRoutes } from '#server/domains/rentals/instances/terminal.routes.ts'
import { expositionRoutes } from '#server/domains/rentals/monitor/exposition.routes.ts'
import { monitorRoutes } from '#server/domains/rentals/monitor/monitor.routes.ts'
import { activityOrderRoutes } from '#server/domains/rentals/orders/activity-orders.routes.ts'
import { couponConfigRoutes } from '#server/domains/rentals/orders/coupon-config.routes.ts'
import { instanceMoneyRoutes } from '#server/domains/rentals/orders/instance-money.routes.ts'
import { orderRoutes } from '#server/domains/rentals/orders/orders.routes.ts'
import { overviewRoutes } from '#server/domains/rentals/overview/overview.routes.ts'
import { engineState } from '#server/domains/rentals/reconcile/engine-health.service.ts'
import { stockAlertRoutes } from '#server/domains/rentals/stock-alerts/stock-alerts.routes.ts'
import { dataSetRoutes } from '#server/domains/storage/datasets/datasets.routes.ts'
import { fileStorageRoutes } from '#server/domains/storage/file-storage/file-storage.routes.ts'
import { tusRoutes } from '#server/domains/storage/file-storage/tus.routes.ts'
import { privateImageRoutes } from '#server/domains/storage/private-images/private-images.routes.ts'
import { watchOpenDoors } from '#server/gateway/open-connections.ts'
import { crawlerRoutes } from '#server/http/crawlers.ts'
import { allowOrigins } from '#server/http/cross-origin.ts'
import { answerError } from '#server/http/errors.ts'
import { databaseAnswers } from '#server/http/health.repo.ts'
import type { Http } from '#server/http/mount.ts'
import { builtApiHost, contentSecurity, permissions } from '#server/http/page-policy.ts'
import { loadPages, originOf, siteOf } from '#server/http/pages.ts'
import { createSessions } from '#server/http/sessions.ts'
import { serveWeb } from '#server/http/static-files.ts'
import { countTraffic, endSlowBodies, traffic } from '#server/http/traffic.ts'
import { version } from '../package.json'

/** The API's own description: costs two seconds, so it is written once, and only when somebody asks for it. */
function documentRoute(app: FastifyInstance, deps: Deps): void {
  let written: { text: Buffer; etag: string } | undefined
  const write = async () => {
    const described = { title: `${deps.config.brand} API`, version, origin: originOf(deps), endpoints: await loadEndpoints() }
    const text = Buffer.from(JSON.stringify(openapi(described)))
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
  }
  app.get(openapi_path, async (request, reply) => {
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
export async function buildApp(deps: Deps, web_root?: string): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trust_proxy.length > 0 ? deps.config.trust_proxy : false,
    frameworkErrors: answerError,
    bodyLimit: body_max_bytes,
    keepAliveTimeout: traffic.keep_alive_ms,
    http: { headersTimeout: traffic.headers_ms, connectionsCheckingInterval: traffic.look_ms },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '' }) => (url === playground_path ? `${llm_base_path}/chat/completions` : url),
  })
  app.setErrorHandler(answerError)
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurity(builtApiHost(web_root)),
    strictTransportSecurity: deps.config.real_deployment,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onRequest', async (_, reply) => void reply.header('permissions-policy', permissions))
  allowOrigins(app, deps.config.web_origins)
  await app.register(multipart)
  await app.register(websocket, { options: { maxPayload: 65_536 } })
  const turnstiles = countTraffic(app, deps)
  endSlowBodies(app, deps, (request) => {
    if (request.routeOptions.url === tus_path) return undefined
    return request.isMultipart() ? traffic.file_ms : traffic.body_ms
  })
  const http: Http = { app, deps, sessions: createSessions(deps), turnstiles }
  const hub = await createStreamHub(deps, { instances: liveInstances(deps) })
  app.addHook('onClose', () => hub.close())
  const doors = watchOpenDoors(deps)
  app.addHook('onClose', async () => doors.closeAll())

  expositionRoutes(http)
  authRoutes(http)
  wechatRoutes(http)
  messageRoutes(http)
  userRoutes(http)
  accountSecurityRoutes(http, llmKeysOf)
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
  dataSetRoutes(http)
  fileStorageRoutes(http)
  tusRoutes(http)
  queueRoutes(http)
  walletRoutes(http)
  overviewRoutes(http)
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
  subAccountRoutes(http, stopAllOf)
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
  documentRoute(app, deps)
  let storage_problem: string | undefined
  // Answers 200 without the compute engine or the storage, too: all else still works, and another node would be no better off.
  app.get('/healthz', async () => {
    const ok = await databaseAnswers(deps.database.kysely)
    const { state, unreachable_since } = await engineState(deps.database.kysely, deps.clock.now())
    const { state: storage, problem } = await deps.volumes.health()
    if (problem && problem !== storage_problem) deps.log.error(problem)
    storage_problem = problem
    const dark_since = unreachable_since && { compute_unreachable_since: unreachable_since.toISOString() }
    return { ok, compute: state, ...dark_since, storage }
  })
  const pages =
    web_root === undefined
      ? undefined
      : loadPages(deps, join(web_root, 'pages'), { structured: structuredData(deps), isShown: (path) => isPageShown(deps, path) })
  if (pages) crawlerRoutes(app, pages, siteOf(deps))
  await serveWeb(app, web_root ?? '', pages, deps.sandbox)
  return app
}
