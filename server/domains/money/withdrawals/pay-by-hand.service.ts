import type { Transaction } from 'kysely'
import { yuanOfFen } from '#contract/money.ts'
import { payout_statuses } from '#contract/withdrawals.ts'
import type { DB } from '#server/db/types.ts'
import { isOwnAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { holderInFull } from '#server/domains/accounts/users/verified-name.service.ts'
import { type PartRow, partsRepo } from '#server/domains/money/withdrawals/parts.repo.ts'
import { openPayee } from '#server/domains/money/withdrawals/payee.ts'
import { lockForFinance, showReviewed } from '#server/domains/money/withdrawals/review.service.ts'
import { partPaid, partReturned } from '#server/domains/money/withdrawals/withdrawal-money.service.ts'
import { withdrawalsRepo } from '#server/domains/money/withdrawals/withdrawals.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** What people pay out: bank transfers and payees; and what a provider refused for good. */
const byHand = ({ status, channel }: PartRow): boolean =>
  status === 'failed' || (status === 'waiting' && (channel === 'bank' || channel === 'payee'))

async function lockPart(trx: Transaction<DB>, ctx: Context, id: string, part_id: string, fits: (part: PartRow) => boolean) {
  const row = await lockForFinance(trx, ctx, id)
  const part = await partsRepo(trx).lock(part_id)
  if (!part || part.withdrawal_id !== id) throw new Refusal('not_found')
  if (row.status !== 'paying' || !fits(part)) throw new Refusal('payout_not_open')
  return { row, part }
}

/** Notes that finance has paid a part outside of the platform, under the bank's number. */
export const notePaid = (ctx: Context, id: string, { part_id, reference }: { part_id: string; reference: string }) =>
  ctx.transaction(async (tx) => {
    const { row, part } = await lockPart(tx.db, ctx, id, part_id, byHand)
    await partPaid(tx, row, part, { reference, paid_by: ctx.caller.user_id })
    ctx.audit({ target_id: id, after: { part: part_id, amount: yuanOfFen(part.amount_fen), payout_reference: reference } })
    return showReviewed(tx.db, ctx, id)
  })

/** Has the provider try once more what it refused; under the same number, so that it is paid once at most. */
export const retryPart = (ctx: Context, id: string, part_id: string) =>
  ctx.transaction(async (tx) => {
    const { part } = await lockPart(tx.db, ctx, id, part_id, ({ status }) => status === 'failed')
    await partsRepo(tx.db).update(part.id, { status: 'waiting', next_try_at: ctx.deps.clock.now() })
    ctx.audit({ target_id: id, after: { part: part_id, status: payout_statuses.waiting } })
    return showReviewed(tx.db, ctx, id)
  })

/** Puts a part that cannot be paid out back into the wallet. */
export const giveBack = (ctx: Context, id: string, { part_id, reason }: { part_id: string; reason: string }) =>
  ctx.transaction(async (tx) => {
    const { row, part } = await lockPart(tx.db, ctx, id, part_id, byHand)
    await partReturned(tx, row, part, reason)
    ctx.audit({
      target_id: id,
      after: { part: part_id, amount: yuanOfFen(part.amount_fen), status: payout_statuses.returned, reason },
    })
    return showReviewed(tx.db, ctx, id)
  })

/** The account and its holder in full, for whoever pays out to it; that somebody looked goes to the audit log. */
export async function revealPayee(ctx: Context, id: string) {
  const { deps } = ctx
  const db = deps.database.kysely
  const row = await withdrawalsRepo(db).findAny(id)
  if (!row?.payee_cipher) throw new Refusal('not_found')
  if (await isOwnAccount(db, ctx.caller.user_id, row.user_id)) throw new Refusal('own_review')
  const { account, bank } = openPayee(deps.keys, id, row.payee_cipher)
  return { holder: (await holderInFull(deps, db, row.user_id)) ?? '', account, bank }
}
