import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { hasDuty } from '#contract/access.ts'
import { limits } from '#contract/limits.ts'
import { yuanOfFen } from '#contract/money.ts'
import { type BankTransferReview, bank_transfer_review, type OperatorBankTransfer } from '#contract/operator/bank-transfers.ts'
import type { DB } from '#server/db/types.ts'
import { isOwnAccount, mayAlone, noteAlone } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { lockAccount } from '#server/domains/accounts/users/accounts.service.ts'
import {
  type BankTransferRow,
  bankTransfersRepo,
  type ReviewedTransfer,
} from '#server/domains/money/bank-transfers/bank-transfers.repo.ts'
import { presentTransfer, proofOf } from '#server/domains/money/bank-transfers/bank-transfers.service.ts'
import { moneyArrived } from '#server/domains/money/wallet/receive-payment.service.ts'
import { remarkCode } from '#server/domains/money/wallet/remark-code.policy.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { post } from '#server/ledger/ledger.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

/** Whether two people have to confirm whoever begins: it is more than one may do on a day, or it has become so. */
const takesTwo = ({ amount_fen, confirmed_by }: Pick<BankTransferRow, 'amount_fen' | 'confirmed_by'>): boolean =>
  confirmed_by !== null || amount_fen > BigInt(limits.operator_alone_fen)

/** As the audit log says it. */
const word = ({ status }: Pick<BankTransferRow, 'status'>): string => bank_transfer_review[status as BankTransferReview]

const present = (row: ReviewedTransfer, reviewer: string): z.input<typeof OperatorBankTransfer> => ({
  ...presentTransfer(row),
  status: row.status as BankTransferReview,
  owner: { id: row.user_id, nickname: row.nickname },
  real_name: row.name_masked,
  remark_code: remarkCode(row.invite_code),
  bank_reference: row.bank_reference,
  two_people: takesTwo(row),
  confirmed_by: row.confirmed_by ? { id: row.confirmed_by, nickname: row.confirmer ?? '' } : null,
  confirmed_at: row.confirmed_at?.toISOString() ?? null,
  decided_by: row.decided_by ? { id: row.decided_by, nickname: row.decider ?? '' } : null,
  own: row.user_id === reviewer || row.confirmed_by === reviewer,
})

export async function listAllTransfers(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof bankTransfersRepo>['listAll']>[0],
) {
  const { items, total } = await bankTransfersRepo(deps.database.kysely).listAll(query)
  return { items: items.map((row) => present(row, caller.user_id)), total }
}

async function show(db: Parameters<typeof bankTransfersRepo>[0], { caller }: Context, id: string) {
  const row = await bankTransfersRepo(db).findAny(id)
  if (!row) throw new Refusal('not_found')
  return present(row, caller.user_id)
}

export const getReviewed = (ctx: Context, id: string) => show(ctx.deps.database.kysely, ctx, id)

export async function getReviewedProof({ deps }: Context, id: string) {
  const row = await bankTransfersRepo(deps.database.kysely).findAny(id)
  if (!row) throw new Refusal('not_found')
  return proofOf(deps, row)
}

/** The open transfer, held, for somebody whose duty it is now and whose transfer it is not. */
async function lockOpen(trx: Transaction<DB>, { caller }: Context, id: string): Promise<BankTransferRow> {
  const { role, frozen_at } = await lockAccount(trx, caller.user_id)
  if (frozen_at || !hasDuty(role, 'operator_finance')) throw new Refusal('forbidden')
  const row = await bankTransfersRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  if (await isOwnAccount(trx, caller.user_id, row.user_id)) throw new Refusal('own_review')
  if (row.status !== 'pending' && row.status !== 'confirmed') throw new Refusal('review_closed')
  return row
}

/** Two at once under one number: the database refuses the second, and it is told so at the field. */
async function keepReference(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: { code?: string }) => {
    throw error.code === '23505' ? refuseField('bank_reference_taken', 'bank_reference') : error
  })
}

/**
 * Confirms that the bank shows the money. What is more than one may do alone on a day is credited when somebody else has
 * confirmed the same number.
 */
export const confirmTransfer = (ctx: Context, id: string, bank_reference: string) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    const repo = bankTransfersRepo(tx.db)
    const row = await lockOpen(tx.db, ctx, id)
    const other = await repo.findByReference(bank_reference)
    if (other && other.id !== id) throw refuseField('bank_reference_taken', 'bank_reference')
    const alone = row.status === 'pending' && (await mayAlone(tx.db, deps, caller.user_id, row.amount_fen))
    if (row.status === 'pending' && !alone) {
      const confirmed = { status: 'confirmed', bank_reference, confirmed_by: caller.user_id, confirmed_at: now }
      await keepReference(() => repo.update(id, confirmed))
      ctx.audit({
        target_id: id,
        before: { status: word(row) },
        after: { status: bank_transfer_review.confirmed, bank_reference },
      })
      return show(tx.db, ctx, id)
    }
    if (row.confirmed_by === caller.user_id) throw new Refusal('second_reviewer')
    if (row.bank_reference !== null && row.bank_reference !== bank_reference) {
      throw refuseField('invalid', 'bank_reference', '与初核时的银行流水号不一致，请核对，或驳回后重新提交')
    }
    await keepReference(() =>
      repo.update(id, { status: 'credited', bank_reference, decided_by: caller.user_id, decided_at: now }),
    )
    if (alone)
      await noteAlone(tx.db, deps, { operator_id: caller.user_id, kind: 'transfer', ref: id, amount_fen: row.amount_fen })
    await post(tx.db, {
      idem: `recharge:bank:${id}`,
      kind: 'recharge',
      title: '对公转账充值',
      ref: id,
      at: now,
      movements: [{ from: 'channel', to: { user: row.user_id }, amount_fen: row.amount_fen }],
    })
    await moneyArrived(tx, { user_id: row.user_id, amount_fen: row.amount_fen, id })
    ctx.audit({ target_id: id, before: { status: word(row) }, after: { status: bank_transfer_review.credited, bank_reference } })
    return show(tx.db, ctx, id)
  })

export const rejectTransfer = (ctx: Context, id: string, reason: string) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const row = await lockOpen(tx.db, ctx, id)
    const decided = { decided_by: caller.user_id, decided_at: deps.clock.now() }
    await bankTransfersRepo(tx.db).update(id, { status: 'rejected', reason, bank_reference: null, ...decided })
    ctx.audit({ target_id: id, before: { status: word(row) }, after: { status: bank_transfer_review.rejected, reason } })
    await notify(tx, {
      user_id: row.user_id,
      class: 'balance',
      title: `对公转账 ${yuanOfFen(row.amount_fen)} 元未通过审核`,
      content: `原因：${reason}。没有入账，可以核对后重新提交。`,
      link: '/console/cost/recharge-record',
    })
    await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id })
    return show(tx.db, ctx, id)
  })
