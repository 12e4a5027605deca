import type { Insertable, Transaction, Updateable } from 'kysely'
import type { DiscountType } from '#contract/activities.ts'
import type { DB } from '#server/db/types.ts'
import { type ActivityRow, activitiesRepo, type OperatorActivityRow } from '#server/domains/catalog/activities/activities.repo.ts'
import { hasActivityTerms } from '#server/domains/catalog/activities/terms.policy.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

export type { ActivityRow, OperatorActivityRow }
export { activitiesRepo as activityViews, hasActivityTerms }

type ActivityInput = Pick<Insertable<DB['activities']>, 'title' | 'content' | 'art' | 'position'>

export interface NewActivityTerms {
  product_ids: string[]
  discount_type: DiscountType
  period: number
  percent: number
  audience: string
  per_user: number
  stock: number | null
  for_existing: boolean
  starts_at: Date
  ends_at: Date
}

/** Publishes a products change, because a product shows its activity. */
const publishProductsChange = (tx: Tx) => publishChange(tx, { user_id: null, resource: 'products', id: null })

/** Locks an activity with its products until the transaction ends. */
export async function lockActivity(trx: Transaction<DB>, id: string): Promise<ActivityRow> {
  const row = (await activitiesRepo(trx).lock(id)) && (await activitiesRepo(trx).find(id))
  if (!row) throw new Refusal('not_found')
  return row
}

/** Creates an activity and returns its id. It stays invisible because it has no terms yet. */
export async function createActivity(trx: Transaction<DB>, said: ActivityInput, now: Date): Promise<string> {
  const id = newId('activity')
  await activitiesRepo(trx).insert({ ...said, id, created_at: now })
  return id
}

export async function updateActivity(tx: Tx, id: string, said: Updateable<DB['activities']>): Promise<void> {
  await activitiesRepo(tx.db).update(id, said)
  await publishProductsChange(tx)
}

/** Shows or hides an activity. Once hidden, it accepts no orders, not even quoted ones. */
export async function setActivityVisible(tx: Tx, row: ActivityRow, visible: boolean): Promise<void> {
  if (row.visible === visible) throw new Refusal('nothing_to_change')
  if (visible && !hasActivityTerms(row)) throw new Refusal('action_not_allowed', { message: '活动条款获批后才能展示' })
  await updateActivity(tx, row.id, { visible })
}

/** Returns the names of these products; refuses if one does not exist. */
export async function getProductNames(trx: Transaction<DB>, ids: readonly string[]): Promise<string[]> {
  const known = await activitiesRepo(trx).knownProducts(ids)
  if (ids.some((id) => !known.some((product) => product.id === id)))
    throw createFieldRefusal('not_found', 'product_ids', '有产品不存在')
  return known.map(({ name }) => name)
}

/** Sets approved terms on a locked activity; existing orders keep their own terms. */
export async function setActivityTerms(
  tx: Tx,
  id: string,
  { product_ids: productIds, ...terms }: NewActivityTerms,
): Promise<void> {
  await activitiesRepo(tx.db).setProducts(id, productIds)
  await updateActivity(tx, id, terms)
}
