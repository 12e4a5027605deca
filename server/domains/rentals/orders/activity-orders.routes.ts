import { activities } from '#contract/activities.ts'
import { findActivityForInstance } from '#server/domains/catalog/activities/activities.service.ts'
import { listOwnInstancesForActivity } from '#server/domains/rentals/instances/prepaid.service.ts'
import { buyPeriod, quotePeriod } from '#server/domains/rentals/orders/buy-period.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

const { instance_available: instanceAvailable, quote, buy } = activities

/** Endpoints for joining an activity with an existing instance. */
export const activityOrderRoutes = (http: HttpDeps) =>
  mountEndpoints(
    http,
    'activities',
    { instance_available: instanceAvailable, quote, buy },
    {
      instance_available: async (ctx, { query }) => {
        const found = await findActivityForInstance(ctx, query)
        if (!found) return { available: false, instances: [] }
        return { available: found.available, instances: await listOwnInstancesForActivity(ctx, found.product_ids) }
      },
      quote: (ctx, { params, body }) => quotePeriod(ctx, params.id, body.activity_id),
      buy: (ctx, { params, body }) => buyPeriod(ctx, params.id, body.quote),
    },
  )
