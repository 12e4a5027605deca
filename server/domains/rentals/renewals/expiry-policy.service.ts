import type { Kysely, Transaction } from 'kysely'
import { type Expiry, type ExpiryPolicy, type ExpiryPolicyName, expiry_policies } from '#contract/expiry.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { noteOnTimeline } from '#server/domains/rentals/instances/timeline.service.ts'
import { expiryPolicyRepo } from '#server/domains/rentals/renewals/expiry-policy.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const hour_ms = 3_600_000

/** What becomes of a user's new packages at their end, unless he says otherwise for one. */
const defaultExpiryPolicy = async (db: Kysely<DB>, user_id: string): Promise<ExpiryPolicyName> =>
  ((await expiryPolicyRepo(db).default(user_id)) as ExpiryPolicyName | undefined) ?? 'stop'

export const getDefault = async ({ deps, caller }: Context) => ({
  expiry_policy: await defaultExpiryPolicy(deps.database.kysely, caller.user_id),
})

export const setDefault = ({ caller, transaction }: Context, expiry_policy: ExpiryPolicyName) =>
  transaction(async (tx) => {
    await expiryPolicyRepo(tx.db).setDefault({ user_id: caller.user_id, expiry_policy })
    return { expiry_policy }
  })

/** The columns of a new package: the user's default, and as much again as was bought. */
export const firstPolicy = async (trx: Kysely<DB>, user_id: string, quantity: number) => ({
  expiry_policy: await defaultExpiryPolicy(trx, user_id),
  renew_quantity: Math.min(quantity, limits.period_quantity_max),
})

type Kept = Pick<InstanceRow, 'id' | 'charge_rule' | 'expire_at' | 'expiry_policy' | 'renew_quantity'>

async function present(db: Kysely<DB>, row: Kept, now: Date): Promise<Expiry> {
  const { id, expire_at } = row
  const watch = expire_at && (await expiryPolicyRepo(db).watchOf(id, expire_at))
  const first = expire_at && expire_at.getTime() - limits.auto_renew_hours * hour_ms
  const again = watch?.tried_at && watch.tried_at.getTime() + limits.auto_renew_retry_hours * hour_ms
  const tries = row.expiry_policy === 'renew' && expire_at && expire_at > now
  return {
    policy: row.expiry_policy as ExpiryPolicyName,
    renew_quantity: row.renew_quantity,
    expire_at: expire_at?.toISOString() ?? null,
    next_try: tries ? new Date(Math.max(again ?? first!, now.getTime())).toISOString() : null,
    failure: (tries && watch?.failure) || null,
  }
}

export async function getExpiry({ deps, caller }: Context, id: string): Promise<Expiry> {
  const row = await instancesRepo(deps.database.kysely).findView(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return present(deps.database.kysely, row, deps.clock.now())
}

/** Sets what becomes of a locked package at its end, and forgets what was tried under the policy before. */
export async function setPolicy(tx: Tx, row: InstanceRow, wanted: ExpiryPolicy): Promise<void> {
  const { policy, renew_quantity } = wanted
  if (row.charge_rule === 'hour') throw new Refusal('not_a_package')
  if (row.expiry_policy === policy && row.renew_quantity === renew_quantity) return
  await instancesRepo(tx.db).update(row.id, { expiry_policy: policy, renew_quantity })
  if (row.expire_at) await expiryPolicyRepo(tx.db).note(row.id, row.expire_at, { tried_at: null, failure: null })
  const was = expiry_policies[row.expiry_policy as ExpiryPolicyName]
  await noteOnTimeline(tx.db, row.id, {
    at: tx.now(),
    actor: 'user',
    actor_id: row.user_id,
    title: '设置到期策略',
    detail: was === expiry_policies[policy] ? `${was}，每次 ${renew_quantity}` : `${was} → ${expiry_policies[policy]}`,
  })
  await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
}

export const updateExpiry = ({ deps, caller, transaction }: Context, id: string, wanted: ExpiryPolicy): Promise<Expiry> =>
  transaction(async (tx) => {
    const row = await instancesRepo(tx.db).lockOwn(caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    await setPolicy(tx, row, wanted)
    const { policy: expiry_policy, renew_quantity } = wanted
    return present(tx.db, { ...row, expiry_policy, renew_quantity }, deps.clock.now())
  })

/** Ids of packages to be renewed by themselves: they end before `until`, and were not tried since `tried_before`. */
export const packagesToRenew = (db: Kysely<DB>, until: Date, tried_before: Date): Promise<string[]> =>
  expiryPolicyRepo(db).toRenew(until, tried_before)

/** Notes that a renewal was refused; false when it was refused for the same reason the time before. */
export async function failedRenewal(
  trx: Transaction<DB>,
  { id, expire_at }: { id: string; expire_at: Date },
  failure: string,
  now: Date,
): Promise<boolean> {
  const before = await expiryPolicyRepo(trx).watchOf(id, expire_at)
  await expiryPolicyRepo(trx).note(id, expire_at, { tried_at: now, failure })
  return before?.failure !== failure
}
