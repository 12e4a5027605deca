import type { Kysely } from 'kysely'
import type { Role } from '#contract/access.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { UserInfo } from '#contract/users.ts'
import type { DB } from '#server/db/types.ts'
import { identityReviewsRepo } from '#server/domains/accounts/users/identity-reviews.repo.ts'
import { realNamesRepo } from '#server/domains/accounts/users/real-names.repo.ts'
import { type UserRow, usersRepo } from '#server/domains/accounts/users/users.repo.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { cashBalance } from '#server/ledger/ledger.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

const present = ({ verified_user_id, name_masked, ...row }: UserRow, balance_fen: bigint): UserInfo => ({
  ...row,
  phone: maskPhone(row.phone),
  account_type: row.account_type as UserInfo['account_type'],
  role: row.role as Role,
  real_name: { passed: verified_user_id ? 'T' : 'F', name: name_masked },
  total_amount: yuanOfFen(balance_fen),
  created_at: row.created_at.toISOString(),
})

/** Everybody reads the own account only, operators too; any other does not exist. */
export async function getOwn(db: Kysely<DB>, { caller }: Context, id: string): Promise<UserInfo> {
  const row = id === caller.user_id ? await usersRepo(db).find(id) : undefined
  if (!row) throw new Refusal('not_found')
  return present(row, await cashBalance(db, id))
}

export const getUser = (ctx: Context, id: string): Promise<UserInfo> => getOwn(ctx.deps.database.kysely, ctx, id)

export const renameUser = (ctx: Context, id: string, nickname: string): Promise<UserInfo> =>
  ctx.transaction(async (tx) => {
    if (id !== ctx.caller.user_id) throw new Refusal('not_found')
    await usersRepo(tx.db).rename(id, nickname)
    await publishChange(tx, { user_id: id, resource: 'user', id })
    return getOwn(tx.db, ctx, id)
  })

/** Refuses whoever may not buy yet, saying whether it is his turn or the reviewers'. */
export async function requireRealName(db: Kysely<DB>, user_id: string): Promise<void> {
  if (await hasRealName(db, user_id)) return
  throw new Refusal((await identityReviewsRepo(db).isWaiting(user_id)) ? 'real_name_pending' : 'real_name_required')
}

/** Whether a user may buy (spec §1); a sub-account may when its master may. */
export const hasRealName = (db: Kysely<DB>, user_id: string): Promise<boolean> => realNamesRepo(db).isVerified(user_id)
