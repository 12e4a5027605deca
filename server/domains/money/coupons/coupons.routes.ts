import { coupons } from '#contract/coupons.ts'
import { operator_coupons } from '#contract/operator/coupons.ts'
import * as campaigns from '#server/domains/money/coupons/campaigns.service.ts'
import { claimCoupon, listOffers, redeemCode } from '#server/domains/money/coupons/claim-coupon.service.ts'
import { fitCoupons, getCoupon, listCouponEntries, listCoupons } from '#server/domains/money/coupons/coupons.service.ts'
import * as giving from '#server/domains/operator/coupons.service.ts'
import { getConfig, setConfig } from '#server/domains/rentals/orders/coupon-config.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function couponRoutes(http: Http): void {
  mount(http, 'coupons', coupons, {
    list: (ctx, { query }) => listCoupons(ctx, query),
    get: (ctx, { params }) => getCoupon(ctx, params.id),
    entries: (ctx, { params, query }) => listCouponEntries(ctx, params.id, query),
    offers: (ctx) => listOffers(ctx),
    claim: (ctx, { body }) => claimCoupon(ctx, body.campaign_id),
    redeem: (ctx, { body }) => redeemCode(ctx, body.code),
    fit: (ctx, { query }) => fitCoupons(ctx, query),
    config: (ctx, { params }) => getConfig(ctx, params.id),
    set_config: (ctx, { params, body }) => setConfig(ctx, params.id, body),
  })
  mount(http, 'operator_coupons', operator_coupons, {
    list: (ctx, { query }) => campaigns.listCampaigns(ctx, query),
    get: (ctx, { params }) => campaigns.getCampaign(ctx, params.id),
    create: (ctx, { body }) => giving.createCampaign(ctx, body),
    stop: (ctx, { params }) => campaigns.stopCampaign(ctx, params.id),
    make_codes: (ctx, { params, body }) => giving.makeCodes(ctx, params.id, body),
    codes: (ctx, { params }) => campaigns.downloadCodes(ctx, params.id),
    grant: (ctx, { params, body }) => giving.grantTo(ctx, params.id, body),
    held: (ctx, { query }) => campaigns.listHeld(ctx, query),
  })
}
