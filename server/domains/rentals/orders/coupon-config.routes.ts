import { coupons } from '#contract/coupons.ts'
import { getConfig, setConfig } from '#server/domains/rentals/orders/coupon-config.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

const { config, set_config } = coupons

/** Which vouchers an instance may use. */
export const couponConfigRoutes = (http: Http) =>
  mount(
    http,
    'coupons',
    { config, set_config },
    {
      config: (ctx, { params }) => getConfig(ctx, params.id),
      set_config: (ctx, { params, body }) => setConfig(ctx, params.id, body),
    },
  )
