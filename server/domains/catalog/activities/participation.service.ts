import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { activitiesRepo } from '#server/domains/catalog/activities/activities.repo.ts'
import { findActivityForUser } from '#server/domains/catalog/activities/activities.service.ts'
import { type ActivityTerms, findParticipationObstacle } from '#server/domains/catalog/activities/terms.policy.ts'
import { Refusal } from '#server/lib/refusal.ts'

interface Participation {
  user_id: string
  activity_id: string
  product_id: string
  now: Date
}

/**
 * Returns the terms under which a user may buy a product now; read-only. Refuses `activity_over` and every other obstacle except
 * name verification, which every order checks.
 */
export async function getActivityTerms(db: Kysely<DB>, part: Participation): Promise<ActivityTerms> {
  const found = await findActivityForUser(db, part)
  if (!found) throw new Refusal('activity_over')
  const reason = findParticipationObstacle(found.activity, found.person)
  if (reason) throw new Refusal(reason.code, { message: reason.message })
  return found.activity
}

/**
 * Like `getActivityTerms`, for an order about to be written: locks the activity so that only one order gets the last share. The
 * caller must hold the wallet lock, so that one user cannot exceed their share limit with concurrent orders.
 */
export async function lockActivityTerms(trx: Transaction<DB>, part: Participation): Promise<ActivityTerms> {
  await activitiesRepo(trx).lock(part.activity_id)
  return getActivityTerms(trx, part)
}
