import { activities } from '#contract/activities.ts'
import { availableInstances, labelOf, listActivities } from '#server/domains/catalog/activities/activities.service.ts'
import { buyPeriod, quotePeriod } from '#server/domains/rentals/orders/buy-period.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export const activityRoutes = (http: Http) =>
  mount(http, 'activities', activities, {
    list: (ctx) => listActivities(ctx),
    user_label: (ctx, { query }) => labelOf(ctx, query),
    instance_available: (ctx, { query }) => availableInstances(ctx, query),
    quote: (ctx, { params, body }) => quotePeriod(ctx, params.id, body.activity_id),
    buy: (ctx, { params, body }) => buyPeriod(ctx, params.id, body.quote),
  })
