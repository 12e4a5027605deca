import type { Kysely } from 'kysely'
import type { Role } from '#contract/access.ts'
import type { DirectoryKind } from '#contract/directories.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { UserInfo } from '#contract/users.ts'
import type { DB } from '#server/db/types.ts'
import { identityReviewsRepo } from '#server/domains/accounts/users/identity-reviews.repo.ts'
import { realNamesRepo } from '#server/domains/accounts/users/real-names.repo.ts'
import { type UserRow, usersRepo } from '#server/domains/accounts/users/users.repo.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

const presentOwnUser = (
  { caller }: Context,
  {
    verified_user_id: verifiedUserId,
    name_masked: nameMasked,
    factor_added_at: factorAddedAt,
    directory_name: directoryName,
    directory_kind: directoryKind,
    ...row
  }: UserRow,
  balanceFen: bigint,
): UserInfo => ({
  ...row,
  phone: maskPhone(row.phone),
  account_type: row.account_type as UserInfo['account_type'],
  role: row.role as Role,
  second_factor: factorAddedAt ? 'on' : caller.lacks_second_factor ? 'due' : 'off',
  directory: directoryName === null ? null : { name: directoryName, kind: directoryKind as DirectoryKind },
  real_name: { passed: verifiedUserId ? 'T' : 'F', name: nameMasked },
  total_amount: formatFenAsYuan(balanceFen),
  created_at: row.created_at.toISOString(),
})

/** Loads the caller's own account, for operators too; any other id is not found. */
export async function loadOwnUser(db: Kysely<DB>, ctx: Context, id: string): Promise<UserInfo> {
  const row = id === ctx.caller.user_id ? await usersRepo(db).find(id) : undefined
  if (!row) throw new Refusal('not_found')
  return presentOwnUser(ctx, row, await getCashBalance(db, id))
}

/** Returns the phone of an account in full: for messages to its owner, never for an answer. */
export const getPhoneOf = async (db: Kysely<DB>, id: string): Promise<string> => (await usersRepo(db).find(id))!.phone

export const getOwnUser = (ctx: Context, id: string): Promise<UserInfo> => loadOwnUser(ctx.deps.database.kysely, ctx, id)

export const renameUser = (ctx: Context, id: string, nickname: string): Promise<UserInfo> =>
  ctx.transaction(async (tx) => {
    if (id !== ctx.caller.user_id) throw new Refusal('not_found')
    await usersRepo(tx.db).rename(id, nickname)
    await publishChange(tx, { user_id: id, resource: 'user', id })
    return loadOwnUser(tx.db, ctx, id)
  })

/** Returns why a user may not buy yet: whether the user or the reviewers must act; null if the user may. */
export async function findRealNameGap(
  db: Kysely<DB>,
  userId: string,
): Promise<'real_name_pending' | 'real_name_required' | null> {
  if (await hasRealName(db, userId)) return null
  return (await identityReviewsRepo(db).isWaiting(userId)) ? 'real_name_pending' : 'real_name_required'
}

/** Refuses a user who may not buy yet. */
export async function requireRealName(db: Kysely<DB>, userId: string): Promise<void> {
  const gap = await findRealNameGap(db, userId)
  if (gap) throw new Refusal(gap)
}

/** Returns whether a user may buy (requirements §1); a sub-account may if its master may. */
export const hasRealName = async (db: Kysely<DB>, userId: string): Promise<boolean> =>
  (await selectRealName(db, userId).executeTakeFirst()) !== undefined

/** Selects a row if a user may buy. */
export const selectRealName = (db: Kysely<DB>, userId: string) => realNamesRepo(db).selectVerified(userId)
