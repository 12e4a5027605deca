import { expiry } from '#contract/expiry.ts'
import { instanceMoney } from '#contract/instance-money.ts'
import { convertBilling, quoteConversion } from '#server/domains/rentals/orders/convert.service.ts'
import { getResizeOptions, quoteResize, resizeInstance } from '#server/domains/rentals/orders/resize.service.ts'
import {
  getDefaultExpiryPolicy,
  getExpiry,
  setDefaultExpiryPolicy,
  updateExpiry,
} from '#server/domains/rentals/renewals/expiry-policy.service.ts'
import { quoteRenewal, renewInstances } from '#server/domains/rentals/renewals/renew.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export function instanceMoneyRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'instance_money', instanceMoney, {
    renew_quote: (ctx, { body }) => quoteRenewal(ctx, body),
    renew: (ctx, { body }) => renewInstances(ctx, body.quote, body.expiry),
    lift_options: (ctx, { params }) => getResizeOptions(ctx, params.id),
    lift_quote: (ctx, { params, body }) => quoteResize(ctx, params.id, body),
    lift: (ctx, { params, body }) => resizeInstance(ctx, params.id, body.quote),
    convert_quote: (ctx, { params, body }) => quoteConversion(ctx, params.id, body),
    convert: (ctx, { params, body }) => convertBilling(ctx, params.id, body.quote),
  })
  mountEndpoints(http, 'expiry', expiry, {
    get: (ctx, { params }) => getExpiry(ctx, params.id),
    update: (ctx, { params, body }) => updateExpiry(ctx, params.id, body),
    get_default: (ctx) => getDefaultExpiryPolicy(ctx),
    set_default: (ctx, { body }) => setDefaultExpiryPolicy(ctx, body.expiry_policy),
  })
}
