import { type ChargeRule, charge_rules } from '#contract/instance.ts'
import { status_codes } from '#contract/instance-actions.ts'
import { type ImageShare, shareOf } from '#server/domains/catalog/community/image-price.policy.ts'
import { periodMs } from '#server/domains/catalog/pricing/pricing.policy.ts'
import { closeSegment, markUnseen } from '#server/domains/money/billing/billing.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { dropSpendLimit, startMeter } from '#server/domains/rentals/auto-stop/spend-limit.service.ts'
import { wakeGuards } from '#server/domains/rentals/auto-stop/wake.service.ts'
import { giveBackCards } from '#server/domains/rentals/capacity/cards.service.ts'
import { gpusRepo } from '#server/domains/rentals/capacity/gpus.repo.ts'
import { isUnderMaintenance } from '#server/domains/rentals/capacity/hosts.service.ts'
import { placeOf } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { presentInstances } from '#server/domains/rentals/instances/instances.presenter.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { takeCards } from '#server/domains/rentals/instances/power.service.ts'
import { meteredAs } from '#server/domains/rentals/instances/run-price.policy.ts'
import { noteOnTimeline } from '#server/domains/rentals/instances/timeline.service.ts'
import { firstPolicy } from '#server/domains/rentals/renewals/expiry-policy.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Prepayable = Pick<InstanceRow, 'status' | 'started_at' | 'charge_rule' | 'expire_at'>

/** What holds still: cards can be taken for it. */
const still: readonly number[] = [status_codes.running, status_codes.shut_down]

/**
 * Time is bought for what has run: before that a failed start gives the package back. A package that still lasts can be
 * made longer whatever it is doing, for it has its cards; else they are taken, and the instance must hold still.
 */
function mayPrepay({ status, started_at, charge_rule, expire_at }: Prepayable, now: Date): boolean {
  if (started_at === null || status === status_codes.releasing) return false
  const packaged = charge_rule !== 'hour' && expire_at !== null
  if (packaged && expire_at > now) return true
  return still.includes(status) || (packaged && status === status_codes.abnormal)
}

export function refuseUnlessPrepayable(row: Prepayable, now: Date): void {
  if (!mayPrepay(row, now))
    throw new Refusal('action_not_allowed', { message: '实例开过机，并且正在运行或已关机，才能为它购买时长' })
}

/** Own instances of some products for which time can be bought, as the wire shows them, the newest first. */
export async function listOwnForActivity({ deps, caller }: Context, product_ids: readonly string[]) {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const views = await instancesRepo(db).ofProducts(caller.user_id, product_ids)
  return presentInstances(
    db,
    views.filter((view) => mayPrepay(view, now)),
    now,
  )
}

/** Bought time follows what a package has left; for pay-as-you-go and an expired package it begins now. */
export const expiryAfter = ({ expire_at }: Pick<InstanceRow, 'expire_at'>, rule: ChargeRule, quantity: number, now: Date): Date =>
  new Date(Math.max(now.getTime(), expire_at?.getTime() ?? 0) + periodMs(rule, quantity))

/** Whether its cards are there, or can be had at this moment; asked before the click, taken in `prepay`. */
export async function cardsAtHand(db: Parameters<typeof gpusRepo>[0], row: InstanceRow): Promise<boolean> {
  if ((await gpusRepo(db).of(row.id)).length > 0) return true
  const model = await gpusRepo(db).modelOf(row.product_id)
  const free = await gpusRepo(db).freeByHost(row.region_id, model, row.gpu_num)
  return free.some(({ host_id }) => host_id === row.host_id)
}

/** Who buys: the owner, or the platform by the policy the owner has set. */
export type Buyer = { actor: 'user'; actor_id: string } | { actor: 'system' }

export interface Prepaid extends ImageShare {
  charge_rule: ChargeRule
  quantity: number
  price_id: string
  /** What the period comes to per hour. */
  price_micro: bigint
  /** On the timeline: what was bought. */
  title: string
  by: Buyer
}

/**
 * Gives a locked instance prepaid time: pay-as-you-go is settled to the second and becomes a package, a package lasts
 * longer; the cards are its own from now on. The caller has locked the wallet, and posts the price (product §4, §5).
 */
export async function prepay(tx: Tx, row: InstanceRow, bought: Prepaid): Promise<Date> {
  const now = tx.now()
  refuseUnlessPrepayable(row, now)
  if (await isUnderMaintenance(tx.db, row.host_id)) throw new Refusal('host_in_maintenance')
  if ((await placeOf(tx.db, row.id)) !== undefined)
    throw new Refusal('already_queued', { message: '这台实例正在排队开机，取消排队后再购买' })
  await takeCards(tx, row)
  await closeSegment(tx.db, row.id, now)
  const { charge_rule, quantity, price_id, price_micro, title, by } = bought
  const expire_at = expiryAfter(row, charge_rule, quantity, now)
  const policy = row.charge_rule === 'hour' && (await firstPolicy(tx.db, row.user_id, quantity))
  await instancesRepo(tx.db).update(row.id, { charge_rule, price_id, price_micro, ...shareOf(bought), expire_at, ...policy })
  if (row.charge_rule === 'hour') await dropSpendLimit(tx.db, row.id)
  await noteOnTimeline(tx.db, row.id, {
    at: now,
    ...by,
    title,
    detail: row.charge_rule === 'hour' ? `${charge_rules.hour}改为${charge_rules[charge_rule]}` : null,
  })
  await wakeGuards(tx, row.id)
  await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
  return expire_at
}

interface Metered extends ImageShare {
  price_id: string
  price_micro: bigint
  title: string
  detail: string
  by: Buyer
}

/**
 * Makes a locked package pay-as-you-go: what runs is metered from now on and keeps its cards, what does not run gives them
 * back, and its 15 days until release begin anew. The money is the caller's (product §5).
 */
export async function beginMetering(tx: Tx, row: InstanceRow, metered: Metered): Promise<void> {
  const now = tx.now()
  const runs = row.desired === 'running'
  const { price_id, price_micro, title, detail, by } = metered
  const hourly = { ...row, charge_rule: 'hour', price_micro, ...shareOf(metered) }
  await instancesRepo(tx.db).update(row.id, {
    charge_rule: 'hour',
    price_id,
    price_micro,
    ...shareOf(metered),
    expire_at: null,
    expiry_policy: 'stop',
    renew_quantity: 1,
    ...(!runs && { stopped_at: now }),
  })
  if (row.status === status_codes.running) await startMeter(tx.db, meteredAs(hourly), now)
  if (row.unseen_since) await markUnseen(tx.db, [row.id])
  if (!runs || row.gpu_mode === 'none') {
    await giveBackCards(tx, row)
    await publishChange(tx, { user_id: null, resource: 'products', id: row.product_id })
  }
  await noteOnTimeline(tx.db, row.id, { at: now, ...by, title, detail })
  await wakeGuards(tx, row.id)
  await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id: null })
  await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
}
