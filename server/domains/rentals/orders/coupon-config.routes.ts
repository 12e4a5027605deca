import { coupons } from '#contract/coupons.ts'
import { getCouponConfig, setCouponConfig } from '#server/domains/rentals/orders/coupon-config.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

const { config, set_config: setConfig } = coupons

/** Endpoints for the vouchers that an instance may use. */
export const couponConfigRoutes = (http: HttpDeps) =>
  mountEndpoints(
    http,
    'coupons',
    { config, set_config: setConfig },
    {
      config: (ctx, { params }) => getCouponConfig(ctx, params.id),
      set_config: (ctx, { params, body }) => setCouponConfig(ctx, params.id, body),
    },
  )
