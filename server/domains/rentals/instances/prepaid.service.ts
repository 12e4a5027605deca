import { type ChargeRule, chargeRules } from '#contract/instance.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { type ImagePriceShare, pickImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import { computePeriodMs } from '#server/domains/catalog/pricing/pricing.policy.ts'
import { closeSegment, markMetersUnseen } from '#server/domains/money/billing/billing.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { clearSpendLimit, startMeter } from '#server/domains/rentals/auto-stop/spend-limit.service.ts'
import { wakeGuards } from '#server/domains/rentals/auto-stop/wake.service.ts'
import { gpusRepo } from '#server/domains/rentals/capacity/gpu-placement.repo.ts'
import { isUnderMaintenance } from '#server/domains/rentals/capacity/hosts.service.ts'
import { findQueuePlace } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { releaseCards } from '#server/domains/rentals/capacity/release-cards.service.ts'
import { presentInstances } from '#server/domains/rentals/instances/instances.presenter.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { claimCards } from '#server/domains/rentals/instances/power.service.ts'
import { toMeteredRow } from '#server/domains/rentals/instances/run-price.policy.ts'
import { recordTimelineEvent } from '#server/domains/rentals/instances/timeline.service.ts'
import { getNewPackagePolicy } from '#server/domains/rentals/renewals/expiry-policy.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Prepayable = Pick<InstanceRow, 'status' | 'started_at' | 'charge_rule' | 'expire_at'>

/** Statuses in which cards can be leased for the instance. */
const restingStatuses: readonly number[] = [instanceStatusCodes.running, instanceStatusCodes.shut_down]

/**
 * Returns whether time can be bought. Only an instance that has run qualifies, because a failed first start refunds the package.
 * An unexpired package can be extended in any status, because it holds its cards; otherwise cards are leased and the instance
 * must be in a stable status.
 */
function canPrepay(
  { status, started_at: startedAt, charge_rule: chargeRule, expire_at: expireAt }: Prepayable,
  now: Date,
): boolean {
  if (startedAt === null || status === instanceStatusCodes.releasing) return false
  const packaged = chargeRule !== 'hour' && expireAt !== null
  if (packaged && expireAt > now) return true
  return restingStatuses.includes(status) || (packaged && status === instanceStatusCodes.abnormal)
}

export function assertPrepayable(row: Prepayable, now: Date): void {
  if (!canPrepay(row, now))
    throw new Refusal('action_not_allowed', { message: '实例开过机，并且正在运行或已关机，才能为它购买时长' })
}

/** Presents own instances of the given products for which time can be bought, newest first. */
export async function listOwnInstancesForActivity({ deps, caller }: Context, productIds: readonly string[]) {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const views = await instancesRepo(db).ofProducts(caller.user_id, productIds)
  return presentInstances(
    db,
    views.filter((view) => canPrepay(view, now)),
    now,
  )
}

/** Returns the new expiry: bought time follows the current package; for pay-as-you-go and an expired package it begins now. */
export const computeExpiryAfter = (
  { expire_at: expireAt }: Pick<InstanceRow, 'expire_at'>,
  rule: ChargeRule,
  quantity: number,
  now: Date,
): Date => new Date(Math.max(now.getTime(), expireAt?.getTime() ?? 0) + computePeriodMs(rule, quantity))

/** Whether the instance holds its cards or could lease them now; checked for the quote, leased in `prepayInstance`. */
export async function hasCardsAvailable(db: Parameters<typeof gpusRepo>[0], row: InstanceRow): Promise<boolean> {
  if ((await gpusRepo(db).of(row.id)).length > 0) return true
  const model = await gpusRepo(db).modelOf(row.product_id)
  const free = await gpusRepo(db).freeByHost(row.region_id, model, row.gpu_num)
  return free.some(({ host_id: hostId }) => hostId === row.host_id)
}

/** The buyer: the owner, or the platform following the owner's policy. */
export type Buyer = { actor: 'user'; actor_id: string } | { actor: 'system' }

export interface PrepaidTime extends ImagePriceShare {
  charge_rule: ChargeRule
  quantity: number
  price_id: string
  /** Price of the period per hour. */
  price_micro: bigint
  /** Timeline text of the purchase. */
  title: string
  by: Buyer
}

/**
 * Adds prepaid time to a locked instance: pay-as-you-go is settled to the second and becomes a package, a package is extended;
 * the cards stay leased from now on. The caller has locked the wallet and posts the price (product §4, §5).
 */
export async function prepayInstance(tx: Tx, row: InstanceRow, bought: PrepaidTime): Promise<Date> {
  const now = tx.now()
  assertPrepayable(row, now)
  if (await isUnderMaintenance(tx.db, row.host_id)) throw new Refusal('host_in_maintenance')
  if ((await findQueuePlace(tx.db, row.id)) !== undefined)
    throw new Refusal('already_queued', { message: '这台实例正在排队开机，取消排队后再购买' })
  await claimCards(tx, row)
  await closeSegment(tx.db, row.id, now)
  const { charge_rule: chargeRule, quantity, price_id: priceId, price_micro: priceMicro, title, by } = bought
  const expireAt = computeExpiryAfter(row, chargeRule, quantity, now)
  const policy = row.charge_rule === 'hour' && (await getNewPackagePolicy(tx.db, row.user_id, quantity))
  await instancesRepo(tx.db).update(row.id, {
    charge_rule: chargeRule,
    price_id: priceId,
    price_micro: priceMicro,
    ...pickImagePriceShare(bought),
    expire_at: expireAt,
    ...policy,
  })
  if (row.charge_rule === 'hour') await clearSpendLimit(tx.db, row.id)
  await recordTimelineEvent(tx.db, row.id, {
    at: now,
    ...by,
    title,
    detail: row.charge_rule === 'hour' ? `${chargeRules.hour}改为${chargeRules[chargeRule]}` : null,
  })
  await wakeGuards(tx, row.id)
  await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
  return expireAt
}

interface MeteredTerms extends ImagePriceShare {
  price_id: string
  price_micro: bigint
  title: string
  detail: string
  by: Buyer
}

/**
 * Converts a locked package to pay-as-you-go: a running instance is metered from now on and keeps its cards; a stopped one frees
 * them, and its 15 days until release restart. The caller handles the money (product §5).
 */
export async function switchToMetering(tx: Tx, row: InstanceRow, metered: MeteredTerms): Promise<void> {
  const now = tx.now()
  const runs = row.desired === 'running'
  const { price_id: priceId, price_micro: priceMicro, title, detail, by } = metered
  const hourly = { ...row, charge_rule: 'hour', price_micro: priceMicro, ...pickImagePriceShare(metered) }
  await instancesRepo(tx.db).update(row.id, {
    charge_rule: 'hour',
    price_id: priceId,
    price_micro: priceMicro,
    ...pickImagePriceShare(metered),
    expire_at: null,
    expiry_policy: 'stop',
    renew_quantity: 1,
    ...(!runs && { stopped_at: now }),
  })
  if (row.status === instanceStatusCodes.running) await startMeter(tx.db, toMeteredRow(hourly), now)
  if (row.unseen_since) await markMetersUnseen(tx.db, [row.id])
  if (!runs || row.gpu_mode === 'none') {
    await releaseCards(tx, row)
    await publishChange(tx, { user_id: null, resource: 'products', id: row.product_id })
  }
  await recordTimelineEvent(tx.db, row.id, { at: now, ...by, title, detail })
  await wakeGuards(tx, row.id)
  await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id: null })
  await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
}
