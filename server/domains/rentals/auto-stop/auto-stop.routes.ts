import { guards } from '#contract/guards.ts'
import { getAlert, setAlert } from '#server/domains/money/billing/low-balance.service.ts'
import { getGuard, updateGuard } from '#server/domains/rentals/auto-stop/auto-stop.service.ts'
import { extendGuard } from '#server/domains/rentals/auto-stop/extend.service.ts'
import { forecastOf } from '#server/domains/rentals/auto-stop/forecast.service.ts'
import { releasesOf } from '#server/domains/rentals/auto-stop/forecasted-stop.service.ts'
import { burnOf } from '#server/domains/rentals/auto-stop/spend-rate.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export const guardRoutes = (http: Http) =>
  mount(http, 'guards', guards, {
    get: (ctx, { params }) => getGuard(ctx, params.id),
    update: (ctx, { params, body }) => updateGuard(ctx, params.id, body),
    extend: (ctx, { params, body }) => extendGuard(ctx, params.id, body.rule),
    forecast: (ctx, { params }) => forecastOf(ctx, params.id),
    burn: (ctx) => burnOf(ctx),
    releases: (ctx) => releasesOf(ctx),
    get_alert: (ctx) => getAlert(ctx),
    set_alert: (ctx, { body }) => setAlert(ctx, body),
  })
