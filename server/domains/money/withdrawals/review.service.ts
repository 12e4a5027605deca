import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { hasOperatorAccess } from '#contract/access.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, formatFenText } from '#contract/money.ts'
import {
  type OperatorWithdrawal,
  type OperatorWithdrawalDetail,
  type WithdrawalReviewState,
  withdrawalReviewStates,
} from '#contract/operator/withdrawals.ts'
import type { DB } from '#server/db/types.ts'
import { isOperatorOwnAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { lockAccount } from '#server/domains/accounts/users/accounts.service.ts'
import { type ShownWithdrawalPart, withdrawalPartsRepo } from '#server/domains/money/withdrawals/parts.repo.ts'
import { notifyWithdrawalOwner, releaseWithdrawalMoney } from '#server/domains/money/withdrawals/withdrawal-money.service.ts'
import { presentWithdrawal, presentWithdrawalPart } from '#server/domains/money/withdrawals/withdrawals.presenter.ts'
import {
  type ReviewedWithdrawal,
  type WithdrawalRow,
  withdrawalsRepo,
} from '#server/domains/money/withdrawals/withdrawals.repo.ts'
import type { Context } from '#server/http/context.ts'
import { getWalletBalances } from '#server/ledger/ledger.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Db = Parameters<typeof withdrawalsRepo>[0]

const requiresTwoReviewers = ({ amount_fen: amountFen }: Pick<WithdrawalRow, 'amount_fen'>): boolean =>
  amountFen > BigInt(limits.withdrawalTwoPeopleFen)

/** Label of the status in the audit log. */
const statusLabel = ({ status }: Pick<WithdrawalRow, 'status'>): string => withdrawalReviewStates[status as WithdrawalReviewState]

const present = (row: ReviewedWithdrawal, reviewer: string): z.input<typeof OperatorWithdrawal> => ({
  ...presentWithdrawal(row),
  status: row.status as WithdrawalReviewState,
  owner: { id: row.user_id, nickname: row.nickname },
  real_name: row.name_masked,
  two_people: requiresTwoReviewers(row),
  first_by: row.first_by ? { id: row.first_by, nickname: row.first_nickname ?? '' } : null,
  first_at: row.first_at?.toISOString() ?? null,
  decided_by: row.decided_by ? { id: row.decided_by, nickname: row.decider_nickname ?? '' } : null,
  own: row.user_id === reviewer || row.first_by === reviewer,
  open_parts: row.open_parts,
})

const presentReviewedPart = (part: ShownWithdrawalPart): z.input<typeof OperatorWithdrawalDetail>['parts'][number] => ({
  ...presentWithdrawalPart(part),
  reference: part.reference,
  failure: part.failure,
  tries: part.tries,
  next_try_at: part.next_try_at?.toISOString() ?? null,
  payer_name: part.payer_name,
  trade_no: part.trade_no,
})

export async function listAllWithdrawals(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof withdrawalsRepo>['listAll']>[1],
) {
  const { items, total } = await withdrawalsRepo(deps.database.kysely).listAll(caller.user_id, query)
  return { items: items.map((row) => present(row, caller.user_id)), total }
}

/** Loads a withdrawal as finance sees it, with the owner's current wallet balances. */
export async function loadReviewedWithdrawal(
  db: Db,
  { caller }: Context,
  id: string,
): Promise<z.input<typeof OperatorWithdrawalDetail>> {
  const row = await withdrawalsRepo(db).findAny(id)
  if (!row) throw new Refusal('not_found')
  const { cash, frozen, income, income_frozen: incomeFrozen } = await getWalletBalances(db, row.user_id)
  return {
    ...present(row, caller.user_id),
    parts: (await withdrawalPartsRepo(db).of(id)).map(presentReviewedPart),
    wallet: {
      cash: formatFenAsYuan(cash),
      frozen: formatFenAsYuan(frozen),
      income: formatFenAsYuan(income),
      income_frozen: formatFenAsYuan(incomeFrozen),
    },
  }
}

export const getReviewedWithdrawal = (ctx: Context, id: string) => loadReviewedWithdrawal(ctx.deps.database.kysely, ctx, id)

/** Locks a withdrawal for finance; refuses callers without the finance role now, and the withdrawal's own owner. */
export async function lockWithdrawalForFinance(trx: Transaction<DB>, { caller }: Context, id: string): Promise<WithdrawalRow> {
  // Read again under a lock, so that a role revoked a moment ago can no longer pay out.
  const { role, frozen_at: frozenAt } = await lockAccount(trx, caller.user_id)
  if (frozenAt || !hasOperatorAccess(role, 'operator_finance')) throw new Refusal('forbidden')
  const row = await withdrawalsRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  if (await isOperatorOwnAccount(trx, caller.user_id, row.user_id)) throw new Refusal('own_review')
  return row
}

async function lockForReview(trx: Transaction<DB>, ctx: Context, id: string): Promise<WithdrawalRow> {
  const row = await lockWithdrawalForFinance(trx, ctx, id)
  if (row.status !== 'pending' && row.status !== 'checking') throw new Refusal('review_closed')
  return row
}

/** Approves a withdrawal; above ¥1,000 a second person must approve too, which the table also enforces. */
export const approveWithdrawal = (ctx: Context, id: string) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    const row = await lockForReview(tx.db, ctx, id)
    if (requiresTwoReviewers(row) && row.status === 'pending') {
      await withdrawalsRepo(tx.db).update(id, { status: 'checking', first_by: caller.user_id, first_at: now })
      ctx.audit({ target_id: id, before: { status: statusLabel(row) }, after: { status: withdrawalReviewStates.checking } })
      return loadReviewedWithdrawal(tx.db, ctx, id)
    }
    if (row.first_by === caller.user_id) throw new Refusal('second_reviewer')
    await withdrawalsRepo(tx.db).update(id, { status: 'paying', decided_by: caller.user_id, decided_at: now })
    for (const part of await withdrawalPartsRepo(tx.db).of(id)) {
      const byProvider = part.recharge_id !== null
      await withdrawalPartsRepo(tx.db).update(part.id, { status: 'waiting', next_try_at: byProvider ? now : null })
    }
    ctx.audit({ target_id: id, before: { status: statusLabel(row) }, after: { status: withdrawalReviewStates.paying } })
    await notifyWithdrawalOwner(tx, row, {
      title: `提现 ${formatFenText(row.amount_fen)} 元审核通过`,
      content: row.type === 1 ? '正在按原充值方式退回。' : '财务将转入你的收款账户。',
    })
    return loadReviewedWithdrawal(tx.db, ctx, id)
  })

export const rejectWithdrawal = (ctx: Context, id: string, reason: string) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    const row = await lockForReview(tx.db, ctx, id)
    const decided = { decided_by: caller.user_id, decided_at: now, ended_at: now }
    await withdrawalsRepo(tx.db).update(id, { status: 'rejected', reason, ...decided })
    await releaseWithdrawalMoney(tx.db, row, now)
    ctx.audit({ target_id: id, before: { status: statusLabel(row) }, after: { status: withdrawalReviewStates.rejected, reason } })
    await notifyWithdrawalOwner(tx, row, {
      title: `提现 ${formatFenText(row.amount_fen)} 元未通过审核`,
      content: `原因：${reason}。冻结的金额已回到钱包。`,
    })
    return loadReviewedWithdrawal(tx.db, ctx, id)
  })
