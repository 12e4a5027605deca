import { instanceGuards } from '#contract/guards.ts'
import { getBalanceAlert, setBalanceAlert } from '#server/domains/money/billing/low-balance.service.ts'
import { getGuard, updateGuard } from '#server/domains/rentals/auto-stop/auto-stop.service.ts'
import { getInstanceForecast } from '#server/domains/rentals/auto-stop/cost-forecast.service.ts'
import { postponeGuardStop } from '#server/domains/rentals/auto-stop/extend.service.ts'
import { getSpendRate } from '#server/domains/rentals/auto-stop/spend-rate.service.ts'
import { listComingReleases } from '#server/domains/rentals/auto-stop/stop-forecast.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const guardRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'guards', instanceGuards, {
    get: (ctx, { params }) => getGuard(ctx, params.id),
    update: (ctx, { params, body }) => updateGuard(ctx, params.id, body),
    extend: (ctx, { params, body }) => postponeGuardStop(ctx, params.id, body.rule),
    forecast: (ctx, { params }) => getInstanceForecast(ctx, params.id),
    burn: (ctx) => getSpendRate(ctx),
    releases: (ctx) => listComingReleases(ctx),
    get_alert: (ctx) => getBalanceAlert(ctx),
    set_alert: (ctx, { body }) => setBalanceAlert(ctx, body),
  })
