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
 * The terms under which a user may buy a product now; refuses `activity_over` and what else stands against it, but for
 * the name, which every order asks for. Only reads.
 */
export async function getActivityTerms(db: Kysely<DB>, part: Participation): Promise<ActivityTerms> {
  const found = await findActivityForUser(db, part)
  if (!found) throw new Refusal('activity_over')
  const reason = findParticipationObstacle(found.activity, found.person)
  if (reason) throw new Refusal(reason.code, { message: reason.message })
  return found.activity
}

/**
 * The same for an order that is written next: the activity is held, so that of two who want the last share one gets it.
 * The caller has locked the wallet, so that nobody takes two at once where one is allowed.
 */
export async function lockActivityTerms(trx: Transaction<DB>, part: Participation): Promise<ActivityTerms> {
  await activitiesRepo(trx).lock(part.activity_id)
  return getActivityTerms(trx, part)
}
