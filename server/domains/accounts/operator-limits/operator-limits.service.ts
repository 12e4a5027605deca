import type { Kysely, Transaction } from 'kysely'
import { roles_of_access } from '#contract/access.ts'
import { dayOf, startOfDay } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { operatorLimitRepo } from '#server/domains/accounts/operator-limits/operator-limits.repo.ts'
import { newId } from '#server/lib/ids.ts'

/** Held until the transaction ends, so that one operator gives one thing after the other; taken before anything else. */
export const lockOperator = (trx: Transaction<DB>, operator_id: string) => operatorLimitRepo(trx).lockOperator(operator_id)

/**
 * Whether an operator may give or take so much without another: with all else he did alone on this day of Asia/Shanghai it
 * stays within the limit. Until the transaction ends he can do no other: whoever locks more
 * than him takes `lockOperator` before it.
 */
export async function mayAlone(
  trx: Transaction<DB>,
  { clock }: Pick<Deps, 'clock'>,
  operator_id: string,
  amount_fen: bigint,
): Promise<boolean> {
  const repo = operatorLimitRepo(trx)
  await repo.lockOperator(operator_id)
  const done_fen = await repo.aloneSince(operator_id, startOfDay(dayOf(clock.now())))
  return done_fen + (amount_fen < 0n ? -amount_fen : amount_fen) <= BigInt(limits.operator_alone_fen)
}

/** Notes what an operator gave alone, as `mayAlone` allowed him. */
export const noteAlone = (
  trx: Transaction<DB>,
  { clock }: Pick<Deps, 'clock'>,
  given: { operator_id: string; kind: 'coupon' | 'refund' | 'transfer'; ref: string; amount_fen: bigint },
) => operatorLimitRepo(trx).insert({ id: newId('alone'), at: clock.now(), ...given })

/** Whether an account is an operator's own: himself, his master, or a sub-account of the same master. */
export const isOwnAccount = (db: Kysely<DB>, operator_id: string, user_id: string): Promise<boolean> =>
  operatorLimitRepo(db).areOne(operator_id, user_id)

/** Whether somebody who may give things away has the account, or one of its master's: what is given away is not for him. */
export const belongsToGiver = (db: Kysely<DB>, user_id: string): Promise<boolean> =>
  operatorLimitRepo(db).belongsTo(roles_of_access.operator_finance, user_id)
