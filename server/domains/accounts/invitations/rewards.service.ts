import type { Kysely, Transaction } from 'kysely'
import { dayMs, toShanghaiDay } from '#contract/day.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import {
  computeDayEnd,
  computeFirstUnsettledDay,
  computeRewardsEnd,
  computeSettledDays,
  computeUnrewarded,
  type EndedOrder,
  emptyRewardProgress,
  type RewardUsage,
  takeUntilBlocked,
} from '#server/domains/accounts/invitations/reward.policy.ts'
import {
  rewardsRepo,
  type Spender,
  type UnsettledOrder,
  type UnsettledUsage,
} from '#server/domains/accounts/invitations/rewards.repo.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type Coverage, getCoverage } from '#server/ledger/coverage.ts'
import { recordPostings } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { newId } from '#server/lib/ids.ts'
import { inTransaction } from '#server/tx.ts'

/** Pays inviters for every finished day (product §6). Each spender commits separately, rows and money together. */
export async function payRewards(deps: Deps): Promise<void> {
  const todayBegan = new Date(computeDayEnd(toShanghaiDay(deps.clock.now())).getTime() - dayMs)
  const spenders = await rewardsRepo(deps.database.kysely).unsettled(todayBegan)
  await forEachIsolated(spenders, deps, 'paying invitation rewards', (spender) => paySpenderRewards(deps, spender, todayBegan))
}

/** Returns the ended orders as they are under their locks; once counted, they are not refunded. */
async function listEndedOrders(
  trx: Transaction<DB>,
  spender: Spender,
  span: { until: Date; paid_until: Date },
): Promise<UnsettledOrder[]> {
  const repo = rewardsRepo(trx)
  const found = await repo.ended(spender, span)
  if (found.length === 0) return []
  const ids = new Set((await repo.lockOrders(found.map(({ id }) => id))).map(({ id }) => id))
  return (await repo.ended(spender, span)).filter(({ id }) => ids.has(id))
}

/** Returns the part of an entry covered by operators; by now the whole entry is paid or covered. */
function computeGivenAmount({ short }: Coverage, entryId: bigint, cashFen: bigint): bigint {
  const found = short.get(entryId)
  return found ? cashFen - found.paid_fen : 0n
}

const isOwed = ({ to_entry: toEntry, short }: Coverage, entryId: bigint): boolean =>
  entryId > toEntry || (short.get(entryId)?.owed_fen ?? 0n) > 0n

/** Returns finished, paid usage in ledger order; an entry still owed blocks all later ones. */
const selectPaidUsage = (found: readonly UnsettledUsage[], covered: Coverage, until: Date): RewardUsage[] =>
  takeUntilBlocked(found, ({ id, at }) => at >= until || isOwed(covered, id)).map(({ image_fen: imageFen, ...entry }) => {
    const cashFen = -entry.amount_fen
    return {
      ...entry,
      left_out_fen: computeUnrewarded(cashFen, cashFen, imageFen, computeGivenAmount(covered, entry.id, cashFen)),
    }
  })

const selectPaidOrders = (found: readonly UnsettledOrder[], covered: Coverage): EndedOrder[] =>
  found.flatMap(({ image_fen: imageFen, entry_id: entryId, ...order }) => {
    if (entryId === null || isOwed(covered, entryId)) return []
    const { cash_fen: cashFen, refunded_fen: refundedFen } = order
    const leftOutFen = computeUnrewarded(cashFen - refundedFen, cashFen, imageFen, computeGivenAmount(covered, entryId, cashFen))
    return [{ ...order, left_out_fen: leftOutFen }]
  })

/** Returns, per invitee, the usage not settled because it, or an earlier entry, is still owed. */
export async function getPendingUsage(db: Kysely<DB>, inviterId: string): Promise<Map<string, bigint>> {
  const repo = rewardsRepo(db)
  const owing = await repo.owing(inviterId)
  const covered = await getCoverage(
    db,
    owing.map(({ spender_id: spenderId }) => spenderId),
  )
  const found = new Map<string, bigint>()
  for (const spender of owing) {
    const after = (await repo.standing(spender.spender_id))?.to_entry ?? 0n
    const over = computeRewardsEnd(spender.registered_at)
    const entries = (await repo.entriesAfter(spender, after)).filter(({ at }) => at < over)
    const first = entries.findIndex(({ id }) => isOwed(covered.get(spender.spender_id)!, id))
    const fen =
      first < 0
        ? 0n
        : entries.slice(first).reduce((sum, { amount_fen: amountFen, image_fen: imageFen }) => sum - amountFen - imageFen, 0n)
    found.set(spender.invitee_id, fen + (found.get(spender.invitee_id) ?? 0n))
  }
  return found
}

const paySpenderRewards = (deps: Deps, spender: Spender, todayBegan: Date): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const { spender_id: spenderId, invitee_id: inviteeId, inviter_id: inviterId, registered_at: registeredAt } = spender
    const repo = rewardsRepo(tx.db)
    await repo.lockSpender(spenderId)
    const last = await repo.standing(spenderId)
    const before = last
      ? { day: last.day, to_entry: last.to_entry, total_fen: last.total_fen, paid_fen: last.paid_before_fen + last.reward_fen }
      : emptyRewardProgress
    if (computeFirstUnsettledDay(before) >= toShanghaiDay(todayBegan)) return
    const over = computeRewardsEnd(registeredAt)
    const covered = (await getCoverage(tx.db, [spenderId])).get(spenderId)!
    const entries = selectPaidUsage(await repo.entriesAfter(spender, before.to_entry), covered, todayBegan)
    const days = computeSettledDays(
      before,
      entries.filter(({ at }) => at < over),
      selectPaidOrders(await listEndedOrders(tx.db, spender, { until: todayBegan, paid_until: over }), covered),
    )
    if (days.length === 0) return
    const at = deps.clock.now()
    const rows = days.map(({ orders: _, ...day }) => ({
      id: newId('reward'),
      spender_id: spenderId,
      invitee_id: inviteeId,
      inviter_id: inviterId,
      ...day,
      at,
    }))
    await repo.insert(rows)
    await repo.insertOrders(
      days.flatMap(({ orders }, nth) =>
        orders.map(({ id, over_at: _, ...order }) => ({ order_id: id, reward_id: rows[nth]!.id, ...order })),
      ),
    )
    const paid = rows.filter(({ reward_fen: rewardFen }) => rewardFen > 0n)
    await recordPostings(
      tx.db,
      paid.map(({ id, day, reward_fen: rewardFen }) => ({
        idem: `reward:${spenderId}:${day}`,
        kind: 'reward' as const,
        title: `邀请奖励 ${day}`,
        ref: id,
        at,
        movements: [{ from: 'promotion' as const, to: { user: inviterId, wallet: 'income' as const }, amount_fen: rewardFen }],
      })),
    )
    if (paid.length > 0) await publishChange(tx, { user_id: inviterId, resource: 'wallet', id: null })
  })
