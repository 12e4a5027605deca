import { coupons } from '#contract/coupons.ts'
import { claimCoupon, listCouponOffers, redeemCouponCode } from '#server/domains/money/coupons/claim-coupon.service.ts'
import { getCoupon, listCouponEntries, listCoupons, listFittingCoupons } from '#server/domains/money/coupons/coupons.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

const { config: _, set_config: __, ...own } = coupons

export const couponRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'coupons', own, {
    list: (ctx, { query }) => listCoupons(ctx, query),
    get: (ctx, { params }) => getCoupon(ctx, params.id),
    entries: (ctx, { params, query }) => listCouponEntries(ctx, params.id, query),
    offers: (ctx) => listCouponOffers(ctx),
    claim: (ctx, { body }) => claimCoupon(ctx, body.campaign_id),
    redeem: (ctx, { body }) => redeemCouponCode(ctx, body.code),
    fit: (ctx, { query }) => listFittingCoupons(ctx, query),
  })
