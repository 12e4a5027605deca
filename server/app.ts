import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { loadCrudNouns } from '#server/crud-nouns.ts'
import { createDataPlane } from '#server/data-plane.ts'
import type { Deps } from '#server/deps.ts'
import { authRoutes } from '#server/domains/accounts/auth/auth.routes.ts'
import { invitationRoutes } from '#server/domains/accounts/invitations/invitations.routes.ts'
import { secretKeyRoutes } from '#server/domains/accounts/keys/keys.routes.ts'
import { leadRoutes } from '#server/domains/accounts/leads/leads.routes.ts'
import { secondFactorRoutes } from '#server/domains/accounts/second-factor/second-factor.routes.ts'
import { accountSecurityRoutes } from '#server/domains/accounts/users/account-security.routes.ts'
import { alarmAdministrators } from '#server/domains/accounts/users/administrator-alarms.service.ts'
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
import { directoryRoutes } from '#server/domains/money/directories/directories.routes.ts'
import { hasOpenDirectories } from '#server/domains/money/directories/directory-sign-in.service.ts'
import { invoiceRoutes } from '#server/domains/money/invoices/invoices.routes.ts'
import { projectRoutes } from '#server/domains/money/projects/projects.routes.ts'
import { subAccountRoutes } from '#server/domains/money/sub-accounts/sub-accounts.routes.ts'
import { paymentNoticeRoutes } from '#server/domains/money/wallet/payment-notices.routes.ts'
import { cashierRoutes, entryRoutes, operatorRechargeRoutes, walletRoutes } from '#server/domains/money/wallet/wallet.routes.ts'
import { withdrawalRoutes } from '#server/domains/money/withdrawals/withdrawals.routes.ts'
import { notificationRoutes } from '#server/domains/notify/notifications/notifications.routes.ts'
import { preferenceRoutes } from '#server/domains/notify/notifications/preferences.routes.ts'
import { streamRoutes } from '#server/domains/notify/notifications/stream.routes.ts'
import { createStreamHub } from '#server/domains/notify/notifications/stream.service.ts'
import { smsReceiptRoutes } from '#server/domains/notify/sms-receipts/sms-receipts.routes.ts'
import { operatorLlmRoutes } from '#server/domains/operator/llm.routes.ts'
import { operatorRoutes } from '#server/domains/operator/operator.routes.ts'
import { instanceAccessRoutes } from '#server/domains/rentals/access/instance-access.routes.ts'
import { guardRoutes } from '#server/domains/rentals/auto-stop/auto-stop.routes.ts'
import { queueRoutes } from '#server/domains/rentals/capacity/queue.routes.ts'
import { engineRoutes } from '#server/domains/rentals/engines/engines.routes.ts'
import { stopInstancesOfFrozenUser } from '#server/domains/rentals/instances/forced-stops.service.ts'
import { instanceRoutes } from '#server/domains/rentals/instances/instances.routes.ts'
import { createLiveInstanceReader } from '#server/domains/rentals/instances/live-rows.service.ts'
import { monitorRoutes } from '#server/domains/rentals/monitor/monitor.routes.ts'
import { activityOrderRoutes } from '#server/domains/rentals/orders/activity-orders.routes.ts'
import { couponConfigRoutes } from '#server/domains/rentals/orders/coupon-config.routes.ts'
import { instanceMoneyRoutes } from '#server/domains/rentals/orders/instance-money.routes.ts'
import { orderRoutes } from '#server/domains/rentals/orders/orders.routes.ts'
import { overviewRoutes } from '#server/domains/rentals/overview/overview.routes.ts'
import { stockAlertRoutes } from '#server/domains/rentals/stock-alerts/stock-alerts.routes.ts'
import { whatIfRoutes } from '#server/domains/rentals/what-if/what-if.routes.ts'
import { datasetRoutes } from '#server/domains/storage/datasets/datasets.routes.ts'
import { exportTaskRoutes } from '#server/domains/storage/export-tasks/export-tasks.routes.ts'
import { fileStorageRoutes } from '#server/domains/storage/file-storage/file-storage.routes.ts'
import { privateImageRoutes } from '#server/domains/storage/private-images/private-images.routes.ts'
import { crawlerRoutes } from '#server/http/crawlers.ts'
import { getSiteOrigin, loadWebPages } from '#server/http/pages.ts'
import { serveWeb } from '#server/http/static-files.ts'
import { openApiRoute } from '#server/openapi-route.ts'

/**
 * The whole API on one Fastify instance: the modules, listed by hand, and the nouns that need no more than `ownedCrud`, which
 * are found. `web_root` is where the web was built to (`web`, `pages`).
 */
export async function buildApp(deps: Deps, webRoot?: string): Promise<FastifyInstance> {
  const http = await createDataPlane(deps, webRoot)
  const { app } = http
  const hub = await createStreamHub(deps, { instances: createLiveInstanceReader(deps) })
  app.addHook('onClose', () => hub.close())

  authRoutes(http)
  wechatRoutes(http)
  messageRoutes(http)
  userRoutes(http)
  secondFactorRoutes(http)
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
  exportTaskRoutes(http)
  queueRoutes(http)
  engineRoutes(http)
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
  projectRoutes(http)
  directoryRoutes(http, stopInstancesOfFrozenUser)
  viewRoutes(http)
  leadRoutes(http)
  stockAlertRoutes(http)
  helpRoutes(http)
  siteContentRoutes(http)
  platformRoutes(http, hasOpenDirectories)
  operatorRoutes(http)
  llmRoutes(http)
  llmGatewayRoutes(http)
  operatorLlmRoutes(http)
  if (deps.sandbox.payment) cashierRoutes(http)
  smsReceiptRoutes(http, alarmAdministrators)
  for (const noun of await loadCrudNouns()) noun.mount(http)
  streamRoutes(http, hub)
  openApiRoute(app, deps)
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
