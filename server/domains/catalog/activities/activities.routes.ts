import { activities } from '#contract/activities.ts'
import { getActivityLabel, listRunningActivities } from '#server/domains/catalog/activities/activities.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

const { list, user_label: userLabel } = activities

export const activityRoutes = (http: HttpDeps) =>
  mountEndpoints(
    http,
    'activities',
    { list, user_label: userLabel },
    { list: (ctx) => listRunningActivities(ctx), user_label: (ctx, { query }) => getActivityLabel(ctx, query) },
  )
