import { operator_activities } from '#contract/operator/activities.ts'
import { operator_adjustments } from '#contract/operator/adjustments.ts'
import { operator_announcements } from '#contract/operator/announcements.ts'
import { operator_audit } from '#contract/operator/audit.ts'
import { operator_changes } from '#contract/operator/changes.ts'
import { operator_coupons } from '#contract/operator/coupons.ts'
import { operator_hosts } from '#contract/operator/hosts.ts'
import { operator_images } from '#contract/operator/images.ts'
import { operator_instances } from '#contract/operator/instances.ts'
import { operator_entries, operator_finance, operator_gpus, operator_orders, operator_panel } from '#contract/operator/money.ts'
import { operator_products } from '#contract/operator/products.ts'
import { operator_quarantine } from '#contract/operator/quarantine.ts'
import { operator_regions } from '#contract/operator/regions.ts'
import { operator_banners, operator_home_message } from '#contract/operator/site-content.ts'
import { operator_users } from '#contract/operator/users.ts'
import { listAdjustments } from '#server/domains/money/adjustments/adjustments.service.ts'
import * as campaigns from '#server/domains/money/coupons/campaigns.service.ts'
import * as activities from '#server/domains/operator/activities.service.ts'
import { adjustBalance } from '#server/domains/operator/adjustments.service.ts'
import * as announcements from '#server/domains/operator/announcements.service.ts'
import { historyOf, listAudit } from '#server/domains/operator/audit-log.service.ts'
import { decideChange, getChange, listChanges, withdrawChange } from '#server/domains/operator/changes.service.ts'
import * as coupons from '#server/domains/operator/coupons.service.ts'
import * as hosts from '#server/domains/operator/hosts.service.ts'
import * as images from '#server/domains/operator/images.service.ts'
import * as instances from '#server/domains/operator/instances.service.ts'
import * as money from '#server/domains/operator/money.service.ts'
import * as products from '#server/domains/operator/products.service.ts'
import { refundByOperator } from '#server/domains/operator/refunds.service.ts'
import * as regions from '#server/domains/operator/regions.service.ts'
import * as site from '#server/domains/operator/site-content.service.ts'
import * as users from '#server/domains/operator/users.service.ts'
import { listAllOrders } from '#server/domains/rentals/orders/operator-orders.service.ts'
import { getAnyOrder } from '#server/domains/rentals/orders/operator-refund.service.ts'
import { getQuarantined, listQuarantine, removeFromQuarantine } from '#server/domains/rentals/reconcile/quarantine.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

/** The back office (product §10). Who may call what stands in the contract. */
export function operatorRoutes(http: Http): void {
  mount(http, 'operator_panel', operator_panel, { stock: money.stockPanel, money: money.moneyPanel })
  mount(http, 'operator_gpus', operator_gpus, { list: (ctx, { query }) => money.listGpus(ctx, query) })
  mount(http, 'operator_orders', operator_orders, {
    list: (ctx, { query }) => listAllOrders(ctx, query),
    get: (ctx, { params }) => getAnyOrder(ctx, params.id),
    refund: (ctx, { params, body }) => refundByOperator(ctx, params.id, body),
  })
  mount(http, 'operator_entries', operator_entries, {
    list: (ctx, { query }) => money.listEntries(ctx, query),
    sum: (ctx, { query }) => money.sumEntries(ctx, query),
  })
  mount(http, 'operator_finance', operator_finance, { panel: (ctx, { query }) => money.financePanel(ctx, query) })
  mount(http, 'operator_coupons', operator_coupons, {
    list: (ctx, { query }) => campaigns.listCampaigns(ctx, query),
    get: (ctx, { params }) => campaigns.getCampaign(ctx, params.id),
    create: (ctx, { body }) => coupons.createCampaign(ctx, body),
    stop: (ctx, { params }) => campaigns.stopCampaign(ctx, params.id),
    make_codes: (ctx, { params, body }) => coupons.makeCodes(ctx, params.id, body),
    codes: (ctx, { params }) => campaigns.downloadCodes(ctx, params.id),
    grant: (ctx, { params, body }) => coupons.grantTo(ctx, params.id, body),
    held: (ctx, { query }) => campaigns.listHeld(ctx, query),
  })
  mount(http, 'operator_adjustments', operator_adjustments, {
    list: (ctx, { query }) => listAdjustments(ctx, query),
    create: (ctx, { body }) => adjustBalance(ctx, body),
  })
  mount(http, 'operator_audit', operator_audit, {
    list: (ctx, { query }) => listAudit(ctx, query),
    history: (ctx, { params }) => historyOf(ctx, params.id),
  })
  mount(http, 'operator_changes', operator_changes, {
    list: (ctx, { query }) => listChanges(ctx, query),
    get: (ctx, { params }) => getChange(ctx, params.id),
    approve: (ctx, { params }) => decideChange(ctx, http.sessions, params.id, 'approved', null),
    reject: (ctx, { params, body }) => decideChange(ctx, http.sessions, params.id, 'rejected', body.note),
    withdraw: (ctx, { params }) => withdrawChange(ctx, params.id),
  })
  mount(http, 'operator_products', operator_products, {
    list: (ctx, { query }) => products.listProducts(ctx, query),
    get: (ctx, { params }) => products.getProduct(ctx, params.id),
    create: (ctx, { body }) => products.addProduct(ctx, body),
    update: (ctx, { params, body }) => products.editProduct(ctx, params.id, body),
    on_sale: (ctx, { params }) => products.sellProduct(ctx, params.id, true),
    off_sale: (ctx, { params }) => products.sellProduct(ctx, params.id, false),
    prices: (ctx, { params, query }) => products.listPrices(ctx, params.id, query),
    request_price: (ctx, { params, body }) => products.requestPrice(ctx, params.id, body),
  })
  mount(http, 'operator_quarantine', operator_quarantine, {
    list: (ctx, { query }) => listQuarantine(ctx, query),
    get: (ctx, { params }) => getQuarantined(ctx, params.id),
    remove: (ctx, { params, body }) => removeFromQuarantine(ctx, params.id, body),
  })
  mount(http, 'operator_regions', operator_regions, {
    list: (ctx, { query }) => regions.listRegions(ctx, query),
    get: (ctx, { params }) => regions.getRegion(ctx, params.id),
    create: (ctx, { body }) => regions.addRegion(ctx, body),
    update: (ctx, { params, body }) => regions.editRegion(ctx, params.id, body),
  })
  mount(http, 'operator_images', operator_images, {
    list: (ctx, { query }) => images.listImages(ctx, query),
    get: (ctx, { params }) => images.getImage(ctx, params.id),
    create: (ctx, { body }) => images.addImage(ctx, body),
    update: (ctx, { params, body }) => images.editImage(ctx, params.id, body),
    online: (ctx, { params }) => images.offerImage(ctx, params.id, true),
    offline: (ctx, { params }) => images.offerImage(ctx, params.id, false),
  })
  mount(http, 'operator_hosts', operator_hosts, {
    list: (ctx, { query }) => hosts.listHosts(ctx, query),
    get: (ctx, { params }) => hosts.getHost(ctx, params.id),
    register: (ctx, { params, body }) => hosts.register(ctx, params.id, body.region_id),
    drain: (ctx, { params, body }) => hosts.drain(ctx, params.id, body.reason),
    undrain: (ctx, { params }) => hosts.undrain(ctx, params.id),
    announce: (ctx, { params, body }) => hosts.announce(ctx, params.id, body),
    cancel: (ctx, { params }) => hosts.cancel(ctx, params.id),
    finish: (ctx, { params }) => hosts.finish(ctx, params.id),
  })
  mount(http, 'operator_users', operator_users, {
    list: (ctx, { query }) => users.listUsers(ctx, query),
    get: (ctx, { params }) => users.getUser(ctx, params.id),
    freeze: (ctx, { params, body }) => users.freezeUser(ctx, http.sessions, params.id, body.reason),
    request_unfreeze: (ctx, { params, body }) => users.requestUnfreeze(ctx, params.id, body.reason),
    request_role: (ctx, { params, body }) => users.requestRole(ctx, params.id, body.role, body.reason),
  })
  mount(http, 'operator_instances', operator_instances, {
    list: (ctx, { query }) => instances.listInstances(ctx, query),
    get: (ctx, { params }) => instances.getInstance(ctx, params.id),
    events: (ctx, { params, query }) => instances.listEvents(ctx, params.id, query),
    stop: (ctx, { params, body }) => instances.stopInstance(ctx, params.id, body),
  })
  mount(http, 'operator_activities', operator_activities, {
    list: (ctx, { query }) => activities.listActivities(ctx, query),
    get: (ctx, { params }) => activities.getActivity(ctx, params.id),
    create: (ctx, { body }) => activities.addActivity(ctx, body),
    update: (ctx, { params, body }) => activities.editActivity(ctx, params.id, body),
    request_terms: (ctx, { params, body }) => activities.requestTerms(ctx, params.id, body),
    show: (ctx, { params }) => activities.showActivity(ctx, params.id, true),
    hide: (ctx, { params }) => activities.showActivity(ctx, params.id, false),
  })
  mount(http, 'operator_banners', operator_banners, {
    list: (ctx, { query }) => site.listBanners(ctx, query),
    get: (ctx, { params }) => site.getBanner(ctx, params.id),
    create: (ctx, { body }) => site.addBanner(ctx, body),
    update: (ctx, { params, body }) => site.editBanner(ctx, params.id, body),
    remove: (ctx, { params }) => site.dropBanner(ctx, params.id),
  })
  mount(http, 'operator_announcements', operator_announcements, {
    list: (ctx, { query }) => announcements.listAnnouncements(ctx, query),
    get: (ctx, { params }) => announcements.getAnnouncement(ctx, params.id),
    create: (ctx, { body }) => announcements.addAnnouncement(ctx, body),
    update: (ctx, { params, body }) => announcements.editAnnouncement(ctx, params.id, body),
    cancel: (ctx, { params }) => announcements.dropAnnouncement(ctx, params.id),
  })
  mount(http, 'operator_home_message', operator_home_message, {
    get: (ctx) => site.getHomeMessage(ctx),
    update: (ctx, { body }) => site.editHomeMessage(ctx, body.text),
    reset: (ctx) => site.resetHomeMessage(ctx),
  })
}
