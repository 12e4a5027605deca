import { coupons } from '#contract/coupons.ts'
import { claimCoupon, listOffers, redeemCode } from '#server/domains/money/coupons/claim-coupon.service.ts'
import { fitCoupons, getCoupon, listCouponEntries, listCoupons } from '#server/domains/money/coupons/coupons.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

const { config: _, set_config: __, ...own } = coupons

export const couponRoutes = (http: Http) =>
  mount(http, 'coupons', own, {
    list: (ctx, { query }) => listCoupons(ctx, query),
    get: (ctx, { params }) => getCoupon(ctx, params.id),
    entries: (ctx, { params, query }) => listCouponEntries(ctx, params.id, query),
    offers: (ctx) => listOffers(ctx),
    claim: (ctx, { body }) => claimCoupon(ctx, body.campaign_id),
    redeem: (ctx, { body }) => redeemCode(ctx, body.code),
    fit: (ctx, { query }) => fitCoupons(ctx, query),
  })
