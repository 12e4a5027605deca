import { activities } from '#contract/activities.ts'
import { callEndpoint } from '#src/api/call.ts'
import type { ActivitySelection } from './activity-paths.ts'

// Imported lazily: not needed before a click.

export const getActivityEligibility = async ({ product_id: productId, activity_id: activityId }: ActivitySelection) =>
  (await callEndpoint(activities.user_label, { query: { product_id: productId, activity_id: activityId } })).data

export const listActivityInstances = async (
  { product_id: productId, discount_type: discountType, activity_id: activityId }: ActivitySelection,
  signal: AbortSignal,
) =>
  (
    await callEndpoint(
      activities.instance_available,
      { query: { product_id: productId, discount_type: discountType, activity_id: activityId } },
      { signal },
    )
  ).data
