import { activities } from '#contract/activities.ts'
import { call } from '#src/api/call.ts'
import type { ActivityWanted } from './activity-paths.ts'

// Imported lazily: nothing of it is needed before somebody presses.

export const getLabel = async ({ product_id, activity_id }: ActivityWanted) =>
  (await call(activities.user_label, { query: { product_id, activity_id } })).data

export const getInstances = async ({ product_id, discount_type, activity_id }: ActivityWanted, signal: AbortSignal) =>
  (await call(activities.instance_available, { query: { product_id, discount_type, activity_id } }, { signal })).data
