import type { Kysely, Transaction } from 'kysely'
import { accessRoles } from '#contract/access.ts'
import { toDayStart, toShanghaiDay } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { operatorLimitRepo } from '#server/domains/accounts/operator-limits/operator-limits.repo.ts'
import { newId } from '#server/lib/ids.ts'

/** Locks the operator until the transaction ends, to serialise what they give; take this lock before any other. */
export const lockOperator = (trx: Transaction<DB>, operatorId: string) => operatorLimitRepo(trx).lockOperator(operatorId)

/**
 * Returns whether an operator may give or take this amount alone: together with everything they did alone today (Asia/Shanghai)
 * it stays within the limit. Locks the operator until the transaction ends; a caller that locks more must take `lockOperator`
 * first.
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

/** Records what an operator gave alone, after `isWithinOperatorLimit` allowed it. */
export const recordOperatorGrant = (
  trx: Transaction<DB>,
  { clock }: Pick<Deps, 'clock'>,
  given: { operator_id: string; kind: 'coupon' | 'refund' | 'transfer'; ref: string; amount_fen: bigint },
) => operatorLimitRepo(trx).insert({ id: newId('alone'), at: clock.now(), ...given })

/** Returns whether an account is an operator's own: themselves, their master, or a sub-account of the same master. */
export const isOperatorOwnAccount = (db: Kysely<DB>, operatorId: string, userId: string): Promise<boolean> =>
  operatorLimitRepo(db).areOne(operatorId, userId)

/**
 * Returns whether the account, or one with the same master, belongs to somebody who may give things away; such people are
 * excluded from giveaways.
 */
export const isFinanceOperatorAccount = (db: Kysely<DB>, userId: string): Promise<boolean> =>
  operatorLimitRepo(db).belongsTo(accessRoles.operator_finance, userId)
