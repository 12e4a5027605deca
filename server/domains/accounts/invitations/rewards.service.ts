import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import {
  dayAfter,
  dayOf,
  type Ended,
  endOfDay,
  leftOutOf,
  nothing_yet,
  rewardsUntil,
  settleDays,
  type Used,
  upTo,
} from '#server/domains/accounts/invitations/reward.policy.ts'
import { type FoundOrder, type FoundUse, rewardsRepo, type Spender } from '#server/domains/accounts/invitations/rewards.repo.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type Coverage, coverageOf } from '#server/ledger/coverage.ts'
import { postAll } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { newId } from '#server/lib/ids.ts'
import { inTransaction } from '#server/tx.ts'

const day_ms = 86_400_000

/** Pays for every day that is over what it earned an inviter (product §6). Each spender commits by itself, rows and money at once. */
export async function payRewards(deps: Deps): Promise<void> {
  const today_began = new Date(endOfDay(dayOf(deps.clock.now())).getTime() - day_ms)
  const spenders = await rewardsRepo(deps.database.kysely).unsettled(today_began)
  await forEachIsolated(spenders, deps, 'paying invitation rewards', (spender) => payFor(deps, spender, today_began))
}

/** Orders whose time is over, as they stand under their locks: nothing comes back of them once they have counted. */
async function endedOrders(
  trx: Transaction<DB>,
  spender: Spender,
  span: { until: Date; paid_until: Date },
): Promise<FoundOrder[]> {
  const repo = rewardsRepo(trx)
  const found = await repo.ended(spender, span)
  if (found.length === 0) return []
  const ids = new Set((await repo.lockOrders(found.map(({ id }) => id))).map(({ id }) => id))
  return (await repo.ended(spender, span)).filter(({ id }) => ids.has(id))
}

/** What operators had given of an entry; all of it is paid or given by now. */
function givenOf({ short }: Coverage, entry_id: bigint, cash_fen: bigint): bigint {
  const found = short.get(entry_id)
  return found ? cash_fen - found.paid_fen : 0n
}

const isOwed = ({ to_entry, short }: Coverage, entry_id: bigint): boolean =>
  entry_id > to_entry || (short.get(entry_id)?.owed_fen ?? 0n) > 0n

/** Use that is over and paid, in the order of the ledger: what is owed holds up what comes after it. */
const paidUse = (found: readonly FoundUse[], covered: Coverage, until: Date): Used[] =>
  upTo(found, ({ id, at }) => at >= until || isOwed(covered, id)).map(({ image_fen, ...entry }) => {
    const cash_fen = -entry.amount_fen
    return { ...entry, left_out_fen: leftOutOf(cash_fen, cash_fen, image_fen, givenOf(covered, entry.id, cash_fen)) }
  })

const paidOrders = (found: readonly FoundOrder[], covered: Coverage): Ended[] =>
  found.flatMap(({ image_fen, entry_id, ...order }) => {
    if (entry_id === null || isOwed(covered, entry_id)) return []
    const { cash_fen, refunded_fen } = order
    const left_out_fen = leftOutOf(cash_fen - refunded_fen, cash_fen, image_fen, givenOf(covered, entry_id, cash_fen))
    return [{ ...order, left_out_fen }]
  })

/** By invitee, use that is not settled because it, or what was before it, is still owed. */
export async function pendingUse(db: Kysely<DB>, inviter_id: string): Promise<Map<string, bigint>> {
  const repo = rewardsRepo(db)
  const owing = await repo.owing(inviter_id)
  const covered = await coverageOf(
    db,
    owing.map(({ spender_id }) => spender_id),
  )
  const found = new Map<string, bigint>()
  for (const spender of owing) {
    const after = (await repo.standing(spender.spender_id))?.to_entry ?? 0n
    const over = rewardsUntil(spender.registered_at)
    const entries = (await repo.entriesAfter(spender, after)).filter(({ at }) => at < over)
    const first = entries.findIndex(({ id }) => isOwed(covered.get(spender.spender_id)!, id))
    const fen = first < 0 ? 0n : entries.slice(first).reduce((sum, { amount_fen, image_fen }) => sum - amount_fen - image_fen, 0n)
    found.set(spender.invitee_id, fen + (found.get(spender.invitee_id) ?? 0n))
  }
  return found
}

const payFor = (deps: Deps, spender: Spender, today_began: Date): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const { spender_id, invitee_id, inviter_id, registered_at } = spender
    const repo = rewardsRepo(tx.db)
    await repo.lockSpender(spender_id)
    const last = await repo.standing(spender_id)
    const before = last
      ? { day: last.day, to_entry: last.to_entry, total_fen: last.total_fen, paid_fen: last.paid_before_fen + last.reward_fen }
      : nothing_yet
    if (dayAfter(before) >= dayOf(today_began)) return
    const over = rewardsUntil(registered_at)
    const covered = (await coverageOf(tx.db, [spender_id])).get(spender_id)!
    const entries = paidUse(await repo.entriesAfter(spender, before.to_entry), covered, today_began)
    const days = settleDays(
      before,
      entries.filter(({ at }) => at < over),
      paidOrders(await endedOrders(tx.db, spender, { until: today_began, paid_until: over }), covered),
    )
    if (days.length === 0) return
    const at = deps.clock.now()
    const rows = days.map(({ orders: _, ...day }) => ({ id: newId('reward'), spender_id, invitee_id, inviter_id, ...day, at }))
    await repo.insert(rows)
    await repo.insertOrders(
      days.flatMap(({ orders }, nth) =>
        orders.map(({ id, over_at: _, ...order }) => ({ order_id: id, reward_id: rows[nth]!.id, ...order })),
      ),
    )
    const paid = rows.filter(({ reward_fen }) => reward_fen > 0n)
    await postAll(
      tx.db,
      paid.map(({ id, day, reward_fen }) => ({
        idem: `reward:${spender_id}:${day}`,
        kind: 'reward' as const,
        title: `邀请奖励 ${day}`,
        ref: id,
        at,
        movements: [{ from: 'promotion' as const, to: { user: inviter_id, wallet: 'income' as const }, amount_fen: reward_fen }],
      })),
    )
    if (paid.length > 0) await publishChange(tx, { user_id: inviter_id, resource: 'wallet', id: null })
  })
