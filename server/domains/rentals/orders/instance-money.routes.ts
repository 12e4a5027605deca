import { expiry } from '#contract/expiry.ts'
import { instance_money } from '#contract/instance-money.ts'
import { convert, quoteConversion } from '#server/domains/rentals/orders/convert.service.ts'
import { lift, liftOptions, quoteLift } from '#server/domains/rentals/orders/resize.service.ts'
import { getDefault, getExpiry, setDefault, updateExpiry } from '#server/domains/rentals/renewals/expiry-policy.service.ts'
import { quoteRenewal, renew } from '#server/domains/rentals/renewals/renew.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function instanceMoneyRoutes(http: Http): void {
  mount(http, 'instance_money', instance_money, {
    renew_quote: (ctx, { body }) => quoteRenewal(ctx, body),
    renew: (ctx, { body }) => renew(ctx, body.quote, body.expiry),
    lift_options: (ctx, { params }) => liftOptions(ctx, params.id),
    lift_quote: (ctx, { params, body }) => quoteLift(ctx, params.id, body),
    lift: (ctx, { params, body }) => lift(ctx, params.id, body.quote),
    convert_quote: (ctx, { params, body }) => quoteConversion(ctx, params.id, body),
    convert: (ctx, { params, body }) => convert(ctx, params.id, body.quote),
  })
  mount(http, 'expiry', expiry, {
    get: (ctx, { params }) => getExpiry(ctx, params.id),
    update: (ctx, { params, body }) => updateExpiry(ctx, params.id, body),
    get_default: (ctx) => getDefault(ctx),
    set_default: (ctx, { body }) => setDefault(ctx, body.expiry_policy),
  })
}
