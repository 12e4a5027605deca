import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { hasOperatorAccess } from '#contract/access.ts'
import { limits } from '#contract/limits.ts'
import { formatFenText } from '#contract/money.ts'
import {
  type BankTransferReviewState,
  bankTransferReviewStates,
  type OperatorBankTransfer,
} from '#contract/operator/bank-transfers.ts'
import type { DB } from '#server/db/types.ts'
import {
  isOperatorOwnAccount,
  isWithinOperatorLimit,
  recordOperatorGrant,
} from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { lockAccount } from '#server/domains/accounts/users/accounts.service.ts'
import {
  type BankTransferRow,
  bankTransfersRepo,
  type ReviewedBankTransfer,
} from '#server/domains/money/bank-transfers/bank-transfers.repo.ts'
import { getTransferProof, presentBankTransfer } from '#server/domains/money/bank-transfers/bank-transfers.service.ts'
import { handleMoneyArrival } from '#server/domains/money/wallet/receive-payment.service.ts'
import { formatRemarkCode } from '#server/domains/money/wallet/remark-code.policy.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { recordPosting } from '#server/ledger/ledger.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

/**
 * Tells whether two reviewers must confirm: the amount exceeds one operator's daily limit, or a first confirmation is recorded.
 */
const requiresTwoReviewers = ({
  amount_fen: amountFen,
  confirmed_by: confirmedBy,
}: Pick<BankTransferRow, 'amount_fen' | 'confirmed_by'>): boolean =>
  confirmedBy !== null || amountFen > BigInt(limits.operatorAloneFen)

/** Label of the status in the audit log. */
const statusLabel = ({ status }: Pick<BankTransferRow, 'status'>): string =>
  bankTransferReviewStates[status as BankTransferReviewState]

const present = (row: ReviewedBankTransfer, reviewer: string): z.input<typeof OperatorBankTransfer> => ({
  ...presentBankTransfer(row),
  status: row.status as BankTransferReviewState,
  owner: { id: row.user_id, nickname: row.nickname },
  real_name: row.name_masked,
  remark_code: formatRemarkCode(row.invite_code),
  bank_reference: row.bank_reference,
  two_people: requiresTwoReviewers(row),
  confirmed_by: row.confirmed_by ? { id: row.confirmed_by, nickname: row.confirmer ?? '' } : null,
  confirmed_at: row.confirmed_at?.toISOString() ?? null,
  decided_by: row.decided_by ? { id: row.decided_by, nickname: row.decider ?? '' } : null,
  own: row.user_id === reviewer || row.confirmed_by === reviewer,
})

export async function listAllBankTransfers(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof bankTransfersRepo>['listAll']>[1],
) {
  const { items, total } = await bankTransfersRepo(deps.database.kysely).listAll(caller.user_id, query)
  return { items: items.map((row) => present(row, caller.user_id)), total }
}

async function loadTransferForReview(db: Parameters<typeof bankTransfersRepo>[0], { caller }: Context, id: string) {
  const row = await bankTransfersRepo(db).findAny(id)
  if (!row) throw new Refusal('not_found')
  return present(row, caller.user_id)
}

export const getReviewedBankTransfer = (ctx: Context, id: string) => loadTransferForReview(ctx.deps.database.kysely, ctx, id)

export async function getReviewedTransferProof({ deps }: Context, id: string) {
  const row = await bankTransfersRepo(deps.database.kysely).findAny(id)
  if (!row) throw new Refusal('not_found')
  return getTransferProof(deps, row)
}

/** Locks an open transfer; refuses callers without the finance role now, and the transfer's own owner. */
async function lockOpenTransfer(trx: Transaction<DB>, { caller }: Context, id: string): Promise<BankTransferRow> {
  const { role, frozen_at: frozenAt } = await lockAccount(trx, caller.user_id)
  if (frozenAt || !hasOperatorAccess(role, 'operator_finance')) throw new Refusal('forbidden')
  const row = await bankTransfersRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  if (await isOperatorOwnAccount(trx, caller.user_id, row.user_id)) throw new Refusal('own_review')
  if (row.status !== 'pending' && row.status !== 'confirmed') throw new Refusal('review_closed')
  return row
}

/** Maps a unique violation by two concurrent confirmations with one bank reference to a refusal at the field. */
async function saveUniqueReference(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: { code?: string }) => {
    throw error.code === '23505' ? createFieldRefusal('bank_reference_taken', 'bank_reference') : error
  })
}

/**
 * Confirms that the bank received the money. An amount above one operator's daily limit is credited once a second operator has
 * confirmed the same reference.
 */
export const confirmBankTransfer = (ctx: Context, id: string, bankReference: string) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    const repo = bankTransfersRepo(tx.db)
    const row = await lockOpenTransfer(tx.db, ctx, id)
    const other = await repo.findByReference(bankReference)
    if (other && other.id !== id) throw createFieldRefusal('bank_reference_taken', 'bank_reference')
    const alone = row.status === 'pending' && (await isWithinOperatorLimit(tx.db, deps, caller.user_id, row.amount_fen))
    if (row.status === 'pending' && !alone) {
      const confirmed = { status: 'confirmed', bank_reference: bankReference, confirmed_by: caller.user_id, confirmed_at: now }
      await saveUniqueReference(() => repo.update(id, confirmed))
      ctx.audit({
        target_id: id,
        before: { status: statusLabel(row) },
        after: { status: bankTransferReviewStates.confirmed, bank_reference: bankReference },
      })
      return loadTransferForReview(tx.db, ctx, id)
    }
    if (row.confirmed_by === caller.user_id) throw new Refusal('second_reviewer')
    if (row.bank_reference !== null && row.bank_reference !== bankReference) {
      throw createFieldRefusal('invalid', 'bank_reference', '与初核时的银行流水号不一致，请核对，或驳回后重新提交')
    }
    await saveUniqueReference(() =>
      repo.update(id, { status: 'credited', bank_reference: bankReference, decided_by: caller.user_id, decided_at: now }),
    )
    if (alone)
      await recordOperatorGrant(tx.db, deps, {
        operator_id: caller.user_id,
        kind: 'transfer',
        ref: id,
        amount_fen: row.amount_fen,
      })
    await recordPosting(tx.db, {
      idem: `recharge:bank:${id}`,
      kind: 'recharge',
      title: '对公转账充值',
      ref: id,
      at: now,
      movements: [{ from: 'channel', to: { user: row.user_id }, amount_fen: row.amount_fen }],
    })
    await handleMoneyArrival(tx, { user_id: row.user_id, amount_fen: row.amount_fen, id })
    ctx.audit({
      target_id: id,
      before: { status: statusLabel(row) },
      after: { status: bankTransferReviewStates.credited, bank_reference: bankReference },
    })
    return loadTransferForReview(tx.db, ctx, id)
  })

export const rejectBankTransfer = (ctx: Context, id: string, reason: string) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const row = await lockOpenTransfer(tx.db, ctx, id)
    const decided = { decided_by: caller.user_id, decided_at: deps.clock.now() }
    await bankTransfersRepo(tx.db).update(id, { status: 'rejected', reason, bank_reference: null, ...decided })
    ctx.audit({
      target_id: id,
      before: { status: statusLabel(row) },
      after: { status: bankTransferReviewStates.rejected, reason },
    })
    await notifyUser(tx, {
      user_id: row.user_id,
      class: 'balance',
      title: `对公转账 ${formatFenText(row.amount_fen)} 元未通过审核`,
      content: `原因：${reason}。没有入账，可以核对后重新提交。`,
      link: '/console/cost/recharge-record',
    })
    await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id })
    return loadTransferForReview(tx.db, ctx, id)
  })
