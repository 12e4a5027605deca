import { guards } from '#contract/guards.ts'
import { type Http, mount } from '#server/http/mount.ts'
import { burnOf } from '#server/modules/guards/burn.service.ts'
import { extendGuard } from '#server/modules/guards/extend.service.ts'
import { forecastOf } from '#server/modules/guards/forecast.service.ts'
import { getGuard, updateGuard } from '#server/modules/guards/guards.service.ts'
import { getAlert, setAlert } from '#server/modules/guards/low-balance.service.ts'
import { releasesOf } from '#server/modules/guards/outlook.service.ts'

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
