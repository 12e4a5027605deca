import { activities } from '#contract/activities.ts'
import { findForExisting } from '#server/domains/catalog/activities/activities.service.ts'
import { listOwnForActivity } from '#server/domains/rentals/instances/prepaid.service.ts'
import { buyPeriod, quotePeriod } from '#server/domains/rentals/orders/buy-period.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

const { instance_available, quote, buy } = activities

/** Taking part in an activity with an instance that is rented already. */
export const activityOrderRoutes = (http: Http) =>
  mount(
    http,
    'activities',
    { instance_available, quote, buy },
    {
      instance_available: async (ctx, { query }) => {
        const found = await findForExisting(ctx, query)
        if (!found) return { available: false, instances: [] }
        return { available: found.available, instances: await listOwnForActivity(ctx, found.product_ids) }
      },
      quote: (ctx, { params, body }) => quotePeriod(ctx, params.id, body.activity_id),
      buy: (ctx, { params, body }) => buyPeriod(ctx, params.id, body.quote),
    },
  )
