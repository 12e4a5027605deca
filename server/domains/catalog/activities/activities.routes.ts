import { activities } from '#contract/activities.ts'
import { labelOf, listActivities } from '#server/domains/catalog/activities/activities.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

const { list, user_label } = activities

export const activityRoutes = (http: Http) =>
  mount(
    http,
    'activities',
    { list, user_label },
    { list: (ctx) => listActivities(ctx), user_label: (ctx, { query }) => labelOf(ctx, query) },
  )
