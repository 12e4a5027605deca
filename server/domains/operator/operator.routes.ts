import { operatorActivities } from '#contract/operator/activities.ts'
import { operatorAdjustments } from '#contract/operator/adjustments.ts'
import { operatorAnnouncements } from '#contract/operator/announcements.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import { operatorCoupons } from '#contract/operator/coupons.ts'
import { operatorGpus } from '#contract/operator/gpus.ts'
import { operatorHosts } from '#contract/operator/hosts.ts'
import { operatorImages } from '#contract/operator/images.ts'
import { operatorInstances } from '#contract/operator/instances.ts'
import { operatorEntries, operatorFinance, operatorOrders, operatorPanel } from '#contract/operator/money.ts'
import { operatorOpening } from '#contract/operator/opening.ts'
import { operatorProducts } from '#contract/operator/products.ts'
import { operatorQuarantine } from '#contract/operator/quarantine.ts'
import { operatorRegions } from '#contract/operator/regions.ts'
import { operatorSearch } from '#contract/operator/search.ts'
import { operatorBanners, operatorHomeMessage } from '#contract/operator/site-content.ts'
import { operatorFailures, operatorTrends } from '#contract/operator/trends.ts'
import { operatorUsers } from '#contract/operator/users.ts'
import { operatorWaiting } from '#contract/operator/waiting.ts'
import { listAdjustments } from '#server/domains/money/adjustments/adjustments.service.ts'
import * as campaigns from '#server/domains/money/coupons/campaigns.service.ts'
import * as activities from '#server/domains/operator/activities.service.ts'
import { adjustBalance } from '#server/domains/operator/adjustments.service.ts'
import * as announcements from '#server/domains/operator/announcements.service.ts'
import { listAuditHistory, listAuditLog } from '#server/domains/operator/audit-log.service.ts'
import { decideChange, getChangeRequest, listChangeRequests, withdrawChange } from '#server/domains/operator/changes.service.ts'
import * as coupons from '#server/domains/operator/coupons.service.ts'
import * as gpus from '#server/domains/operator/gpus.service.ts'
import * as hosts from '#server/domains/operator/hosts.service.ts'
import * as images from '#server/domains/operator/images.service.ts'
import * as instances from '#server/domains/operator/instances.service.ts'
import { buildLedgerExport } from '#server/domains/operator/ledger-export.service.ts'
import * as money from '#server/domains/operator/money.service.ts'
import * as opening from '#server/domains/operator/opening.service.ts'
import * as products from '#server/domains/operator/products.service.ts'
import * as tests from '#server/domains/operator/provider-tests.service.ts'
import { refundOrderAsOperator } from '#server/domains/operator/refunds.service.ts'
import * as regions from '#server/domains/operator/regions.service.ts'
import { searchBackOffice } from '#server/domains/operator/search.service.ts'
import * as serviceTests from '#server/domains/operator/service-tests.service.ts'
import * as site from '#server/domains/operator/site-content.service.ts'
import * as trends from '#server/domains/operator/trends.service.ts'
import * as users from '#server/domains/operator/users.service.ts'
import { countWaitingRows } from '#server/domains/operator/waiting.service.ts'
import { listAllOrders } from '#server/domains/rentals/orders/operator-orders.service.ts'
import { getOperatorOrder } from '#server/domains/rentals/orders/operator-refund.service.ts'
import {
  getQuarantinedObject,
  listQuarantinedObjects,
  requestQuarantineRemoval,
} from '#server/domains/rentals/reconcile/quarantine.service.ts'
import { createExportTask } from '#server/domains/storage/export-tasks/export-tasks.service.ts'
import { answerExport } from '#server/http/csv.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

/** Routes of the back office (product §10). The contract defines who may call which endpoint. */
export function operatorRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'operator_panel', operatorPanel, { stock: money.getStockPanel, money: money.getMoneyPanel })
  mountEndpoints(http, 'operator_waiting', operatorWaiting, { get: (ctx) => countWaitingRows(ctx) })
  mountEndpoints(http, 'operator_opening', operatorOpening, {
    get: (ctx) => opening.listOpeningSteps(ctx),
    skip: (ctx, { body }) => opening.setStepSkipped(ctx, body.step, true),
    resume: (ctx, { body }) => opening.setStepSkipped(ctx, body.step, false),
    test_sms: (ctx) => tests.testSms(ctx),
    test_mail: (ctx, { body }) => tests.testMail(ctx, body.email),
    test_identity: (ctx, { body }) => serviceTests.testIdentity(ctx, body),
    test_wechat: (ctx) => serviceTests.testWechat(ctx),
    test_llm: (ctx, { body }) => serviceTests.testLlm(ctx, body.model),
  })
  mountEndpoints(http, 'operator_search', operatorSearch, { find: (ctx, { query }) => searchBackOffice(ctx, query) })
  mountEndpoints(http, 'operator_trends', operatorTrends, {
    money: (ctx, { query }) => trends.getMoneyTrend(ctx, query),
    fleet: (ctx, { query }) => trends.getFleetTrend(ctx, query),
  })
  mountEndpoints(http, 'operator_failures', operatorFailures, { list: (ctx, { query }) => trends.listFailures(ctx, query) })
  mountEndpoints(http, 'operator_gpus', operatorGpus, {
    list: (ctx, { query }) => gpus.listGpus(ctx, query),
    restore: (ctx, { params, body }) => gpus.restoreCardAsOperator(ctx, params.id, body.reason),
    remove: (ctx, { params, body }) => gpus.removeCardAsOperator(ctx, params.id, body.reason),
  })
  mountEndpoints(http, 'operator_orders', operatorOrders, {
    list: (ctx, { query }) => listAllOrders(ctx, query),
    get: (ctx, { params }) => getOperatorOrder(ctx, params.id),
    refund: (ctx, { params, body }) => refundOrderAsOperator(ctx, params.id, body),
  })
  mountEndpoints(http, 'operator_entries', operatorEntries, {
    list: (ctx, { query }) => money.listLedgerEntries(ctx, query),
    sum: (ctx, { query }) => money.sumLedgerEntries(ctx, query),
    export: (ctx, { query }) => answerExport(ctx, buildLedgerExport, query),
    export_task: (ctx, { body }) => createExportTask(ctx, 'operator_entry', body),
  })
  mountEndpoints(http, 'operator_finance', operatorFinance, { panel: (ctx, { query }) => money.getFinancePanel(ctx, query) })
  mountEndpoints(http, 'operator_coupons', operatorCoupons, {
    list: (ctx, { query }) => campaigns.listCampaigns(ctx, query),
    get: (ctx, { params }) => campaigns.getCampaign(ctx, params.id),
    create: (ctx, { body }) => coupons.createCouponCampaignAsOperator(ctx, body),
    stop: (ctx, { params }) => campaigns.stopCampaign(ctx, params.id),
    make_codes: (ctx, { params, body }) => coupons.createRedemptionCodes(ctx, params.id, body),
    codes: (ctx, { params }) => campaigns.downloadCouponCodes(ctx, params.id),
    grant: (ctx, { params, body }) => coupons.grantCouponsAsOperator(ctx, params.id, body),
    held: (ctx, { query }) => campaigns.listHeldCoupons(ctx, query),
  })
  mountEndpoints(http, 'operator_adjustments', operatorAdjustments, {
    list: (ctx, { query }) => listAdjustments(ctx, query),
    create: (ctx, { body }) => adjustBalance(ctx, body),
  })
  mountEndpoints(http, 'operator_audit', operatorAudit, {
    list: (ctx, { query }) => listAuditLog(ctx, query),
    history: (ctx, { params }) => listAuditHistory(ctx, params.id),
  })
  mountEndpoints(http, 'operator_changes', operatorChanges, {
    list: (ctx, { query }) => listChangeRequests(ctx, query),
    get: (ctx, { params }) => getChangeRequest(ctx, params.id),
    approve: (ctx, { params }) => decideChange(ctx, http.sessions, params.id, 'approved', null),
    reject: (ctx, { params, body }) => decideChange(ctx, http.sessions, params.id, 'rejected', body.note),
    withdraw: (ctx, { params }) => withdrawChange(ctx, params.id),
  })
  mountEndpoints(http, 'operator_products', operatorProducts, {
    list: (ctx, { query }) => products.listProducts(ctx, query),
    get: (ctx, { params }) => products.getProduct(ctx, params.id),
    create: (ctx, { body }) => products.addProduct(ctx, body),
    update: (ctx, { params, body }) => products.editProduct(ctx, params.id, body),
    on_sale: (ctx, { params }) => products.setProductOnSaleAsOperator(ctx, params.id, true),
    off_sale: (ctx, { params }) => products.setProductOnSaleAsOperator(ctx, params.id, false),
    prices: (ctx, { params, query }) => products.listProductPrices(ctx, params.id, query),
    request_price: (ctx, { params, body }) => products.requestProductPrice(ctx, params.id, body),
  })
  mountEndpoints(http, 'operator_quarantine', operatorQuarantine, {
    list: (ctx, { query }) => listQuarantinedObjects(ctx, query),
    get: (ctx, { params }) => getQuarantinedObject(ctx, params.id),
    remove: (ctx, { params, body }) => requestQuarantineRemoval(ctx, params.id, body),
  })
  mountEndpoints(http, 'operator_regions', operatorRegions, {
    list: (ctx, { query }) => regions.listOperatorRegions(ctx, query),
    get: (ctx, { params }) => regions.getRegion(ctx, params.id),
    create: (ctx, { body }) => regions.addRegion(ctx, body),
    update: (ctx, { params, body }) => regions.editRegion(ctx, params.id, body),
  })
  mountEndpoints(http, 'operator_images', operatorImages, {
    list: (ctx, { query }) => images.listBaseImages(ctx, query),
    get: (ctx, { params }) => images.getBaseImage(ctx, params.id),
    create: (ctx, { body }) => images.addBaseImage(ctx, body),
    update: (ctx, { params, body }) => images.editBaseImage(ctx, params.id, body),
    online: (ctx, { params }) => images.setBaseImageOnOfferAsOperator(ctx, params.id, true),
    offline: (ctx, { params }) => images.setBaseImageOnOfferAsOperator(ctx, params.id, false),
  })
  mountEndpoints(http, 'operator_hosts', operatorHosts, {
    list: (ctx, { query }) => hosts.listHosts(ctx, query),
    get: (ctx, { params }) => hosts.getHost(ctx, params.id),
    register: (ctx, { params, body }) => hosts.registerHostAsOperator(ctx, params.id, body.region_id),
    drain: (ctx, { params, body }) => hosts.drainHostAsOperator(ctx, params.id, body.reason),
    undrain: (ctx, { params }) => hosts.undrainHostAsOperator(ctx, params.id),
    restore: (ctx, { params, body }) => hosts.restoreHostAsOperator(ctx, params.id, body.reason),
    announce: (ctx, { params, body }) => hosts.announceMaintenanceAsOperator(ctx, params.id, body),
    cancel: (ctx, { params }) => hosts.cancelMaintenanceAsOperator(ctx, params.id),
    finish: (ctx, { params }) => hosts.finishMaintenanceAsOperator(ctx, params.id),
  })
  mountEndpoints(http, 'operator_users', operatorUsers, {
    list: (ctx, { query }) => users.listOperatorUsers(ctx, query),
    get: (ctx, { params }) => users.getOperatorUser(ctx, params.id),
    freeze: (ctx, { params, body }) => users.freezeUser(ctx, http.sessions, params.id, body.reason),
    request_unfreeze: (ctx, { params, body }) => users.requestUnfreeze(ctx, params.id, body.reason),
    request_role: (ctx, { params, body }) => users.requestRoleChange(ctx, params.id, body.role, body.reason),
  })
  mountEndpoints(http, 'operator_instances', operatorInstances, {
    list: (ctx, { query }) => instances.listOperatorInstances(ctx, query),
    get: (ctx, { params }) => instances.getOperatorInstance(ctx, params.id),
    events: (ctx, { params, query }) => instances.listOperatorInstanceEvents(ctx, params.id, query),
    stop: (ctx, { params, body }) => instances.stopInstanceAsOperator(ctx, params.id, body),
  })
  mountEndpoints(http, 'operator_activities', operatorActivities, {
    list: (ctx, { query }) => activities.listOperatorActivities(ctx, query),
    get: (ctx, { params }) => activities.getOperatorActivity(ctx, params.id),
    create: (ctx, { body }) => activities.addActivityAsOperator(ctx, body),
    update: (ctx, { params, body }) => activities.editActivity(ctx, params.id, body),
    request_terms: (ctx, { params, body }) => activities.requestActivityTerms(ctx, params.id, body),
    show: (ctx, { params }) => activities.setActivityVisibleAsOperator(ctx, params.id, true),
    hide: (ctx, { params }) => activities.setActivityVisibleAsOperator(ctx, params.id, false),
  })
  mountEndpoints(http, 'operator_banners', operatorBanners, {
    list: (ctx, { query }) => site.listOperatorBanners(ctx, query),
    get: (ctx, { params }) => site.getOperatorBanner(ctx, params.id),
    create: (ctx, { body }) => site.addBanner(ctx, body),
    update: (ctx, { params, body }) => site.editBanner(ctx, params.id, body),
    remove: (ctx, { params }) => site.deleteBanner(ctx, params.id),
  })
  mountEndpoints(http, 'operator_announcements', operatorAnnouncements, {
    list: (ctx, { query }) => announcements.listOperatorAnnouncements(ctx, query),
    get: (ctx, { params }) => announcements.getOperatorAnnouncement(ctx, params.id),
    create: (ctx, { body }) => announcements.addAnnouncement(ctx, body),
    update: (ctx, { params, body }) => announcements.editAnnouncement(ctx, params.id, body),
    cancel: (ctx, { params }) => announcements.cancelAnnouncementAsOperator(ctx, params.id),
  })
  mountEndpoints(http, 'operator_home_message', operatorHomeMessage, {
    get: (ctx) => site.getOperatorHomeMessage(ctx),
    update: (ctx, { body }) => site.editHomeMessage(ctx, body.text),
    reset: (ctx) => site.resetHomeMessage(ctx),
  })
}
