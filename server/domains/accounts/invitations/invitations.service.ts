import type { z } from 'zod'
import type { InvitationReward, Invitee } from '#contract/invitation.ts'
import { limits } from '#contract/limits.ts'
import { yuanOfFen } from '#contract/money.ts'
import { rewardsUntil } from '#server/domains/accounts/invitations/reward.policy.ts'
import { rewardsRepo } from '#server/domains/accounts/invitations/rewards.repo.ts'
import { pendingUse } from '#server/domains/accounts/invitations/rewards.service.ts'
import { getUser } from '#server/domains/accounts/users/users.service.ts'
import type { Context } from '#server/http/context.ts'
import { walletBalances } from '#server/ledger/ledger.ts'
import { maskPhone } from '#server/lib/mask.ts'

/** The code, and what has come of it. */
export async function getInvitation(ctx: Context) {
  const { deps, caller } = ctx
  const db = deps.database.kysely
  const { invite_code } = await getUser(ctx, caller.user_id)
  const { invitees, verified, reward_fen } = await rewardsRepo(db).totals(caller.user_id)
  const { income } = await walletBalances(db, caller.user_id)
  const pending_fen = [...(await pendingUse(db, caller.user_id)).values()].reduce((sum, fen) => sum + fen, 0n)
  return {
    invite_code,
    percent: limits.invitation_percent,
    invitees: Number(invitees),
    verified: Number(verified),
    reward: yuanOfFen(reward_fen),
    pending: yuanOfFen((pending_fen * BigInt(limits.invitation_percent)) / 100n),
    income: yuanOfFen(income),
  }
}

type Paging = Parameters<ReturnType<typeof rewardsRepo>['invitees']>[1]

export async function listInvitees({ deps, caller }: Context, query: Paging) {
  const { items, total } = await rewardsRepo(deps.database.kysely).invitees(caller.user_id, query)
  const pending = await pendingUse(deps.database.kysely, caller.user_id)
  const shown = items.map(
    (row): z.input<typeof Invitee> => ({
      id: row.id,
      phone: maskPhone(row.phone),
      verified: row.verified_user_id !== null,
      registered_at: row.created_at.toISOString(),
      rewards_until: rewardsUntil(row.created_at).toISOString(),
      spent: yuanOfFen(row.spent_fen),
      pending: yuanOfFen(pending.get(row.id) ?? 0n),
      reward: yuanOfFen(row.reward_fen),
    }),
  )
  return { items: shown, total }
}

export async function listRewards({ deps, caller }: Context, query: Paging & { invitee_id?: string }) {
  const { items, total } = await rewardsRepo(deps.database.kysely).page(caller.user_id, query)
  const shown = items.map(
    (row): z.input<typeof InvitationReward> => ({
      id: row.id,
      invitee_id: row.invitee_id,
      phone: maskPhone(row.phone),
      day: row.day,
      usage: yuanOfFen(row.usage_fen),
      orders: yuanOfFen(row.orders_fen),
      refunds: yuanOfFen(row.refunds_fen),
      left_out: yuanOfFen(row.left_out_fen ?? 0n),
      net: yuanOfFen(row.usage_fen + row.orders_fen - row.refunds_fen - (row.left_out_fen ?? 0n)),
      total: yuanOfFen(row.total_fen),
      reward: yuanOfFen(row.reward_fen),
      at: row.at.toISOString(),
    }),
  )
  return { items: shown, total }
}
