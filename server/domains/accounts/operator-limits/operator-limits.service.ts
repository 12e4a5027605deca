import type { Kysely, Transaction } from 'kysely'
import { accessRoles } from '#contract/access.ts'
import { toDayStart, toShanghaiDay } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { operatorLimitRepo } from '#server/domains/accounts/operator-limits/operator-limits.repo.ts'
import { newId } from '#server/lib/ids.ts'

/** Held until the transaction ends, so that one operator gives one thing after the other; taken before anything else. */
export const lockOperator = (trx: Transaction<DB>, operatorId: string) => operatorLimitRepo(trx).lockOperator(operatorId)

/**
 * Whether an operator may give or take so much without another: with all else he did alone on this day of Asia/Shanghai it
 * stays within the limit. Until the transaction ends he can do no other: whoever locks more
 * than him takes `lockOperator` before it.
 */
export async function isWithinOperatorLimit(
  trx: Transaction<DB>,
  { clock }: Pick<Deps, 'clock'>,
  operatorId: string,
  amountFen: bigint,
): Promise<boolean> {
  const repo = operatorLimitRepo(trx)
  await repo.lockOperator(operatorId)
  const doneFen = await repo.aloneSince(operatorId, toDayStart(toShanghaiDay(clock.now())))
  return doneFen + (amountFen < 0n ? -amountFen : amountFen) <= BigInt(limits.operatorAloneFen)
}

/** Notes what an operator gave alone, as `isWithinOperatorLimit` allowed him. */
export const recordOperatorGrant = (
  trx: Transaction<DB>,
  { clock }: Pick<Deps, 'clock'>,
  given: { operator_id: string; kind: 'coupon' | 'refund' | 'transfer'; ref: string; amount_fen: bigint },
) => operatorLimitRepo(trx).insert({ id: newId('alone'), at: clock.now(), ...given })

/** Whether an account is an operator's own: himself, his master, or a sub-account of the same master. */
export const isOperatorOwnAccount = (db: Kysely<DB>, operatorId: string, userId: string): Promise<boolean> =>
  operatorLimitRepo(db).areOne(operatorId, userId)

/** Whether somebody who may give things away has the account, or one of its master's: what is given away is not for him. */
export const isFinanceOperatorAccount = (db: Kysely<DB>, userId: string): Promise<boolean> =>
  operatorLimitRepo(db).belongsTo(accessRoles.operator_finance, userId)
