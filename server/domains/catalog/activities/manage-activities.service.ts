import type { Insertable, Transaction, Updateable } from 'kysely'
import type { DiscountType } from '#contract/activities.ts'
import type { DB } from '#server/db/types.ts'
import { type ActivityRow, type ActivityView, activitiesRepo } from '#server/domains/catalog/activities/activities.repo.ts'
import { hasTerms } from '#server/domains/catalog/activities/terms.policy.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

export type { ActivityRow, ActivityView }
export { activitiesRepo as activityViews, hasTerms }

type Said = Pick<Insertable<DB['activities']>, 'title' | 'content' | 'art' | 'position'>

export interface NewTerms {
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

/** Products say which activity they are under. */
const marketChanged = (tx: Tx) => publishChange(tx, { user_id: null, resource: 'products', id: null })

/** An activity with its products, held until the transaction ends. */
export async function lockActivity(trx: Transaction<DB>, id: string): Promise<ActivityRow> {
  const row = (await activitiesRepo(trx).lock(id)) && (await activitiesRepo(trx).find(id))
  if (!row) throw new Refusal('not_found')
  return row
}

/** Answers the id of an activity nobody can see yet: it has no terms. */
export async function createActivity(trx: Transaction<DB>, said: Said, now: Date): Promise<string> {
  const id = newId('activity')
  await activitiesRepo(trx).insert({ ...said, id, created_at: now })
  return id
}

export async function updateActivity(tx: Tx, id: string, said: Updateable<DB['activities']>): Promise<void> {
  await activitiesRepo(tx.db).update(id, said)
  await marketChanged(tx)
}

/** Shows an activity or takes it away; from that moment nothing is ordered under it, though it was quoted. */
export async function setVisible(tx: Tx, row: ActivityRow, visible: boolean): Promise<void> {
  if (row.visible === visible) throw new Refusal('nothing_to_change')
  if (visible && !hasTerms(row)) throw new Refusal('action_not_allowed', { message: '活动条款获批后才能展示' })
  await updateActivity(tx, row.id, { visible })
}

/** What these products are called; refuses when one of them is not there. */
export async function productNames(trx: Transaction<DB>, ids: readonly string[]): Promise<string[]> {
  const known = await activitiesRepo(trx).knownProducts(ids)
  if (ids.some((id) => !known.some((product) => product.id === id))) throw refuseField('not_found', 'product_ids', '有产品不存在')
  return known.map(({ name }) => name)
}

/** Puts approved terms on a locked activity; what was ordered keeps its own. */
export async function setTerms(tx: Tx, id: string, { product_ids, ...terms }: NewTerms): Promise<void> {
  await activitiesRepo(tx.db).setProducts(id, product_ids)
  await updateActivity(tx, id, terms)
}
