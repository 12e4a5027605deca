import type { z } from 'zod'
import { toShanghaiMonth } from '#contract/day.ts'
import type { InvitationMonth, InvitationReward, Invitee } from '#contract/invitation.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { computeRewardsEnd } from '#server/domains/accounts/invitations/reward.policy.ts'
import { rewardsRepo } from '#server/domains/accounts/invitations/rewards.repo.ts'
import { getPendingUsage } from '#server/domains/accounts/invitations/rewards.service.ts'
import { getOwnUser } from '#server/domains/accounts/users/users.service.ts'
import type { Context } from '#server/http/context.ts'
import { getWalletBalances } from '#server/ledger/ledger.ts'
import { maskPhone } from '#server/lib/mask.ts'

/** Returns the caller's invite code and its results. */
export async function getInvitation(ctx: Context) {
  const { deps, caller } = ctx
  const db = deps.database.kysely
  const { invite_code: inviteCode } = await getOwnUser(ctx, caller.user_id)
  const { invitees, verified, reward_fen: rewardFen } = await rewardsRepo(db).totals(caller.user_id)
  const { income } = await getWalletBalances(db, caller.user_id)
  const pendingFen = [...(await getPendingUsage(db, caller.user_id)).values()].reduce((sum, fen) => sum + fen, 0n)
  return {
    invite_code: inviteCode,
    percent: limits.invitationPercent,
    invitees: Number(invitees),
    verified: Number(verified),
    reward: formatFenAsYuan(rewardFen),
    pending: formatFenAsYuan((pendingFen * BigInt(limits.invitationPercent)) / 100n),
    income: formatFenAsYuan(income),
  }
}

type Paging = Parameters<ReturnType<typeof rewardsRepo>['invitees']>[1]

export async function listInvitees({ deps, caller }: Context, query: Paging) {
  const { items, total } = await rewardsRepo(deps.database.kysely).invitees(caller.user_id, query)
  const pending = await getPendingUsage(deps.database.kysely, caller.user_id)
  const shown = items.map(
    (row): z.input<typeof Invitee> => ({
      id: row.id,
      phone: maskPhone(row.phone),
      verified: row.verified_user_id !== null,
      registered_at: row.created_at.toISOString(),
      rewards_until: computeRewardsEnd(row.created_at).toISOString(),
      spent: formatFenAsYuan(row.spent_fen),
      pending: formatFenAsYuan(pending.get(row.id) ?? 0n),
      reward: formatFenAsYuan(row.reward_fen),
    }),
  )
  return { items: shown, total }
}

const shownMonths = 12
/** Invitees beyond it, over all months, are too many to draw. */
const monthRowsMax = 1200

export async function listRewardMonths({ deps, caller }: Context): Promise<z.input<typeof InvitationMonth>[]> {
  const [year = 0, month = 1] = toShanghaiMonth(deps.clock.now()).split('-').map(Number)
  const since = new Date(Date.UTC(year, month - shownMonths, 1)).toISOString().slice(0, 10)
  const rows = await rewardsRepo(deps.database.kysely).byMonth(caller.user_id, since, monthRowsMax)
  return rows.map((row) => ({
    month: row.month,
    invitee_id: row.invitee_id,
    phone: maskPhone(row.phone),
    reward: formatFenAsYuan(row.reward_fen),
  }))
}

export async function listRewards({ deps, caller }: Context, query: Paging & { invitee_id?: string }) {
  const { items, total } = await rewardsRepo(deps.database.kysely).page(caller.user_id, query)
  const shown = items.map(
    (row): z.input<typeof InvitationReward> => ({
      id: row.id,
      invitee_id: row.invitee_id,
      phone: maskPhone(row.phone),
      day: row.day,
      usage: formatFenAsYuan(row.usage_fen),
      orders: formatFenAsYuan(row.orders_fen),
      refunds: formatFenAsYuan(row.refunds_fen),
      left_out: formatFenAsYuan(row.left_out_fen ?? 0n),
      net: formatFenAsYuan(row.usage_fen + row.orders_fen - row.refunds_fen - (row.left_out_fen ?? 0n)),
      total: formatFenAsYuan(row.total_fen),
      reward: formatFenAsYuan(row.reward_fen),
      at: row.at.toISOString(),
    }),
  )
  return { items: shown, total }
}
