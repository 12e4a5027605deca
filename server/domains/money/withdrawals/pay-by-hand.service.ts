import type { Transaction } from 'kysely'
import { formatFenAsYuan } from '#contract/money.ts'
import { payoutStatuses } from '#contract/withdrawals.ts'
import type { DB } from '#server/db/types.ts'
import { isOperatorOwnAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { findFullRealName } from '#server/domains/accounts/users/verified-name.service.ts'
import { type WithdrawalPartRow, withdrawalPartsRepo } from '#server/domains/money/withdrawals/parts.repo.ts'
import { unsealPayee } from '#server/domains/money/withdrawals/payee.ts'
import { loadReviewedWithdrawal, lockWithdrawalForFinance } from '#server/domains/money/withdrawals/review.service.ts'
import { recordPartPaid, recordPartReturned } from '#server/domains/money/withdrawals/withdrawal-money.service.ts'
import { withdrawalsRepo } from '#server/domains/money/withdrawals/withdrawals.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Tells whether finance pays the part manually: bank transfers, payees, and refunds a provider refused for good. */
const isPaidByHand = ({ status, channel }: WithdrawalPartRow): boolean =>
  status === 'failed' || (status === 'waiting' && (channel === 'bank' || channel === 'payee'))

async function lockPart(
  trx: Transaction<DB>,
  ctx: Context,
  id: string,
  partId: string,
  fits: (part: WithdrawalPartRow) => boolean,
) {
  const row = await lockWithdrawalForFinance(trx, ctx, id)
  const part = await withdrawalPartsRepo(trx).lock(partId)
  if (!part || part.withdrawal_id !== id) throw new Refusal('not_found')
  if (row.status !== 'paying' || !fits(part)) throw new Refusal('payout_not_open')
  return { row, part }
}

/** Records that finance has paid a part outside of the platform, with the bank's reference. */
export const recordPartPaidByHand = (
  ctx: Context,
  id: string,
  { part_id: partId, reference }: { part_id: string; reference: string },
) =>
  ctx.transaction(async (tx) => {
    const { row, part } = await lockPart(tx.db, ctx, id, partId, isPaidByHand)
    await recordPartPaid(tx, row, part, { reference, paid_by: ctx.caller.user_id })
    ctx.audit({ target_id: id, after: { part: partId, amount: formatFenAsYuan(part.amount_fen), payout_reference: reference } })
    return loadReviewedWithdrawal(tx.db, ctx, id)
  })

/** Retries a refund the provider refused, under the same number, so that it is paid at most once. */
export const retryWithdrawalPart = (ctx: Context, id: string, partId: string) =>
  ctx.transaction(async (tx) => {
    const { part } = await lockPart(tx.db, ctx, id, partId, ({ status }) => status === 'failed')
    await withdrawalPartsRepo(tx.db).update(part.id, { status: 'waiting', next_try_at: ctx.deps.clock.now() })
    ctx.audit({ target_id: id, after: { part: partId, status: payoutStatuses.waiting } })
    return loadReviewedWithdrawal(tx.db, ctx, id)
  })

/** Returns a part that cannot be paid out to the wallet. */
export const returnPartToWallet = (ctx: Context, id: string, { part_id: partId, reason }: { part_id: string; reason: string }) =>
  ctx.transaction(async (tx) => {
    const { row, part } = await lockPart(tx.db, ctx, id, partId, isPaidByHand)
    await recordPartReturned(tx, row, part, reason)
    ctx.audit({
      target_id: id,
      after: { part: partId, amount: formatFenAsYuan(part.amount_fen), status: payoutStatuses.returned, reason },
    })
    return loadReviewedWithdrawal(tx.db, ctx, id)
  })

/** Returns the full account and holder for whoever pays out to it; the access goes to the audit log. */
export async function revealPayee(ctx: Context, id: string) {
  const { deps } = ctx
  const db = deps.database.kysely
  const row = await withdrawalsRepo(db).findAny(id)
  if (!row?.payee_cipher) throw new Refusal('not_found')
  if (await isOperatorOwnAccount(db, ctx.caller.user_id, row.user_id)) throw new Refusal('own_review')
  const { account, bank } = unsealPayee(deps.keys, id, row.payee_cipher)
  return { holder: (await findFullRealName(deps, db, row.user_id)) ?? '', account, bank }
}
