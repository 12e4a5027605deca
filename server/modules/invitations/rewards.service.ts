import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { eachApart } from '#server/each-apart.ts'
import { newId } from '#server/ids.ts'
import { postAll } from '#server/ledger/ledger.ts'
import {
  dayAfter,
  dayOf,
  type Ended,
  endOfDay,
  nothing_yet,
  rewardsUntil,
  ripe,
  settleDays,
} from '#server/modules/invitations/reward.policy.ts'
import { rewardsRepo, type Spender } from '#server/modules/invitations/rewards.repo.ts'
import { publishChange } from '#server/modules/notifications/stream-outbox.ts'

const day_ms = 86_400_000

/** Pays for every day that is over what it earned an inviter (product §6). Each spender commits by itself, rows and money at once. */
export async function payRewards(deps: Deps): Promise<void> {
  const today_began = new Date(endOfDay(dayOf(deps.clock.now())).getTime() - day_ms)
  const spenders = await rewardsRepo(deps.database.kysely).unsettled(today_began)
  await eachApart(spenders, deps, 'paying invitation rewards', (spender) => payFor(deps, spender, today_began))
}

/** Orders whose time is over, as they stand under their locks: nothing comes back of them once they have counted. */
async function endedOrders(trx: Transaction<DB>, spender_id: string, span: { until: Date; paid_until: Date }): Promise<Ended[]> {
  const repo = rewardsRepo(trx)
  const found = await repo.ended(spender_id, span)
  if (found.length === 0) return []
  const ids = new Set((await repo.lockOrders(found.map(({ id }) => id))).map(({ id }) => id))
  return (await repo.ended(spender_id, span)).filter(({ id }) => ids.has(id))
}

const payFor = (deps: Deps, { spender_id, invitee_id, inviter_id, registered_at }: Spender, today_began: Date): Promise<void> =>
  deps.database.transaction(async (trx, afterCommit) => {
    const repo = rewardsRepo(trx)
    await repo.lockSpender(spender_id)
    const last = await repo.standing(spender_id)
    const before = last
      ? { day: last.day, to_entry: last.to_entry, total_fen: last.total_fen, paid_fen: last.paid_before_fen + last.reward_fen }
      : nothing_yet
    if (dayAfter(before) >= dayOf(today_began)) return
    const over = rewardsUntil(registered_at)
    const entries = ripe(today_began, await repo.entriesAfter(spender_id, before.to_entry))
    const days = settleDays(
      before,
      entries.filter(({ at }) => at < over),
      await endedOrders(trx, spender_id, { until: today_began, paid_until: over }),
    )
    if (days.length === 0) return
    const at = deps.clock.now()
    const rows = days.map(({ orders: _, ...day }) => ({ id: newId('reward'), spender_id, invitee_id, inviter_id, ...day, at }))
    await repo.insert(rows)
    await repo.insertOrders(
      days.flatMap(({ orders }, nth) =>
        orders.map(({ id, cash_fen, refunded_fen }) => ({ order_id: id, reward_id: rows[nth]!.id, cash_fen, refunded_fen })),
      ),
    )
    const paid = rows.filter(({ reward_fen }) => reward_fen > 0n)
    await postAll(
      trx,
      paid.map(({ id, day, reward_fen }) => ({
        idem: `reward:${spender_id}:${day}`,
        kind: 'reward' as const,
        title: `邀请奖励 ${day}`,
        ref: id,
        at,
        movements: [{ from: 'promotion' as const, to: { user: inviter_id, wallet: 'income' as const }, amount_fen: reward_fen }],
      })),
    )
    if (paid.length > 0) await publishChange(trx, afterCommit, deps, { user_id: inviter_id, resource: 'wallet', id: null })
  })
