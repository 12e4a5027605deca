import type { Kysely, Transaction } from 'kysely'
import { type Expiry, type ExpiryPolicy, type ExpiryPolicyName, expiryPolicies } from '#contract/expiry.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { recordTimelineEvent } from '#server/domains/rentals/instances/timeline.service.ts'
import { expiryPolicyRepo } from '#server/domains/rentals/renewals/expiry-policy.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const hourMs = 3_600_000

/** Selects the expiry policy of a user's new packages, unless one package sets its own; no row if none is set. */
export const selectDefaultPolicy = (db: Kysely<DB>, userId: string) => expiryPolicyRepo(db).selectDefault(userId)

const loadDefaultPolicy = async (db: Kysely<DB>, userId: string): Promise<ExpiryPolicyName> =>
  ((await selectDefaultPolicy(db, userId).executeTakeFirst())?.expiry_policy as ExpiryPolicyName | undefined) ?? 'stop'

export const getDefaultExpiryPolicy = async ({ deps, caller }: Context) => ({
  expiry_policy: await loadDefaultPolicy(deps.database.kysely, caller.user_id),
})

export const setDefaultExpiryPolicy = ({ caller, transaction }: Context, expiryPolicy: ExpiryPolicyName) =>
  transaction(async (tx) => {
    await expiryPolicyRepo(tx.db).setDefault({ user_id: caller.user_id, expiry_policy: expiryPolicy })
    return { expiry_policy: expiryPolicy }
  })

/** Returns the columns of a new package: the user's default policy, and a renewal of the quantity just bought. */
export const toNewPackagePolicy = (expiryPolicy: string | undefined, quantity: number) => ({
  expiry_policy: expiryPolicy ?? 'stop',
  renew_quantity: Math.min(quantity, limits.periodQuantityMax),
})
export const getNewPackagePolicy = async (trx: Kysely<DB>, userId: string, quantity: number) =>
  toNewPackagePolicy(await loadDefaultPolicy(trx, userId), quantity)

type PackageRow = Pick<InstanceRow, 'id' | 'charge_rule' | 'expire_at' | 'expiry_policy' | 'renew_quantity'>

async function present(db: Kysely<DB>, row: PackageRow, now: Date): Promise<Expiry> {
  const { id, expire_at: expireAt } = row
  const watch = expireAt && (await expiryPolicyRepo(db).watchOf(id, expireAt))
  const first = expireAt && expireAt.getTime() - limits.autoRenewHours * hourMs
  const again = watch?.tried_at && watch.tried_at.getTime() + limits.autoRenewRetryHours * hourMs
  const tries = row.expiry_policy === 'renew' && expireAt && expireAt > now
  return {
    policy: row.expiry_policy as ExpiryPolicyName,
    renew_quantity: row.renew_quantity,
    expire_at: expireAt?.toISOString() ?? null,
    next_try: tries ? new Date(Math.max(again ?? first!, now.getTime())).toISOString() : null,
    failure: (tries && watch?.failure) || null,
  }
}

export async function getExpiry({ deps, caller }: Context, id: string): Promise<Expiry> {
  const row = await instancesRepo(deps.database.kysely).findView(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return present(deps.database.kysely, row, deps.clock.now())
}

/** Sets the expiry policy of a locked package, and clears the renewal attempts made under the old policy. */
export async function setExpiryPolicy(tx: Tx, row: InstanceRow, wanted: ExpiryPolicy): Promise<void> {
  const { policy, renew_quantity: renewQuantity } = wanted
  if (row.charge_rule === 'hour') throw new Refusal('not_a_package')
  if (row.expiry_policy === policy && row.renew_quantity === renewQuantity) return
  await instancesRepo(tx.db).update(row.id, { expiry_policy: policy, renew_quantity: renewQuantity })
  if (row.expire_at) await expiryPolicyRepo(tx.db).note(row.id, row.expire_at, { tried_at: null, failure: null })
  const was = expiryPolicies[row.expiry_policy as ExpiryPolicyName]
  await recordTimelineEvent(tx.db, row.id, {
    at: tx.now(),
    actor: 'user',
    actor_id: row.user_id,
    title: '设置到期策略',
    detail: was === expiryPolicies[policy] ? `${was}，每次 ${renewQuantity}` : `${was} → ${expiryPolicies[policy]}`,
  })
  await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
}

export const updateExpiry = ({ deps, caller, transaction }: Context, id: string, wanted: ExpiryPolicy): Promise<Expiry> =>
  transaction(async (tx) => {
    const row = await instancesRepo(tx.db).lockOwn(caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    await setExpiryPolicy(tx, row, wanted)
    const { policy: expiryPolicy, renew_quantity: renewQuantity } = wanted
    return present(tx.db, { ...row, expiry_policy: expiryPolicy, renew_quantity: renewQuantity }, deps.clock.now())
  })

/**
 * Lists the ids of packages to renew automatically: they end before `until`, and were last tried before `triedBefore` or never.
 */
export const listPackagesToRenew = (db: Kysely<DB>, until: Date, triedBefore: Date): Promise<string[]> =>
  expiryPolicyRepo(db).toRenew(until, triedBefore)

/** Records that a renewal was refused; returns false if the reason is the same as last time. */
export async function recordFailedRenewal(
  trx: Transaction<DB>,
  { id, expire_at: expireAt }: { id: string; expire_at: Date },
  failure: string,
  now: Date,
): Promise<boolean> {
  const before = await expiryPolicyRepo(trx).watchOf(id, expireAt)
  await expiryPolicyRepo(trx).note(id, expireAt, { tried_at: now, failure })
  return before?.failure !== failure
}
