import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { hasDuty } from '#contract/access.ts'
import { limits } from '#contract/limits.ts'
import { yuanOfFen } from '#contract/money.ts'
import {
  type OperatorWithdrawal,
  type OperatorWithdrawalDetail,
  type WithdrawalReview,
  withdrawal_review,
} from '#contract/operator/withdrawals.ts'
import type { DB } from '#server/db/types.ts'
import { isOwnAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { lockAccount } from '#server/domains/accounts/users/accounts.service.ts'
import { partsRepo, type ShownPart } from '#server/domains/money/withdrawals/parts.repo.ts'
import { releaseMoney, tellOwner } from '#server/domains/money/withdrawals/withdrawal-money.service.ts'
import { presentPart, presentWithdrawal } from '#server/domains/money/withdrawals/withdrawals.presenter.ts'
import {
  type ReviewedWithdrawal,
  type WithdrawalRow,
  withdrawalsRepo,
} from '#server/domains/money/withdrawals/withdrawals.repo.ts'
import type { Context } from '#server/http/context.ts'
import { walletBalances } from '#server/ledger/ledger.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Db = Parameters<typeof withdrawalsRepo>[0]

const takesTwo = ({ amount_fen }: Pick<WithdrawalRow, 'amount_fen'>): boolean =>
  amount_fen > BigInt(limits.withdrawal_two_people_fen)

/** As the audit log says it. */
const word = ({ status }: Pick<WithdrawalRow, 'status'>): string => withdrawal_review[status as WithdrawalReview]

const present = (row: ReviewedWithdrawal, reviewer: string): z.input<typeof OperatorWithdrawal> => ({
  ...presentWithdrawal(row),
  status: row.status as WithdrawalReview,
  owner: { id: row.user_id, nickname: row.nickname },
  real_name: row.name_masked,
  two_people: takesTwo(row),
  first_by: row.first_by ? { id: row.first_by, nickname: row.first_nickname ?? '' } : null,
  first_at: row.first_at?.toISOString() ?? null,
  decided_by: row.decided_by ? { id: row.decided_by, nickname: row.decider_nickname ?? '' } : null,
  own: row.user_id === reviewer || row.first_by === reviewer,
  open_parts: row.open_parts,
})

const presentReviewedPart = (part: ShownPart): z.input<typeof OperatorWithdrawalDetail>['parts'][number] => ({
  ...presentPart(part),
  reference: part.reference,
  failure: part.failure,
  tries: part.tries,
  next_try_at: part.next_try_at?.toISOString() ?? null,
  payer_name: part.payer_name,
  trade_no: part.trade_no,
})

export async function listAllWithdrawals(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof withdrawalsRepo>['listAll']>[0],
) {
  const { items, total } = await withdrawalsRepo(deps.database.kysely).listAll(query)
  return { items: items.map((row) => present(row, caller.user_id)), total }
}

/** A withdrawal as finance sees it, with what the owner's wallets hold now. */
export async function showReviewed(db: Db, { caller }: Context, id: string): Promise<z.input<typeof OperatorWithdrawalDetail>> {
  const row = await withdrawalsRepo(db).findAny(id)
  if (!row) throw new Refusal('not_found')
  const { cash, frozen, income, income_frozen } = await walletBalances(db, row.user_id)
  return {
    ...present(row, caller.user_id),
    parts: (await partsRepo(db).of(id)).map(presentReviewedPart),
    wallet: {
      cash: yuanOfFen(cash),
      frozen: yuanOfFen(frozen),
      income: yuanOfFen(income),
      income_frozen: yuanOfFen(income_frozen),
    },
  }
}

export const getReviewed = (ctx: Context, id: string) => showReviewed(ctx.deps.database.kysely, ctx, id)

/** The withdrawal, held, for somebody whose duty it is now and who did not ask for it himself. */
export async function lockForFinance(trx: Transaction<DB>, { caller }: Context, id: string): Promise<WithdrawalRow> {
  // Read anew and held: a role that was taken away a moment ago pays nothing out any more.
  const { role, frozen_at } = await lockAccount(trx, caller.user_id)
  if (frozen_at || !hasDuty(role, 'operator_finance')) throw new Refusal('forbidden')
  const row = await withdrawalsRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  if (await isOwnAccount(trx, caller.user_id, row.user_id)) throw new Refusal('own_review')
  return row
}

async function lockForReview(trx: Transaction<DB>, ctx: Context, id: string): Promise<WithdrawalRow> {
  const row = await lockForFinance(trx, ctx, id)
  if (row.status !== 'pending' && row.status !== 'checking') throw new Refusal('review_closed')
  return row
}

/** Approves; above ¥1,000 the first approval waits for that of somebody else, and the table refuses anything less. */
export const approveWithdrawal = (ctx: Context, id: string) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    const row = await lockForReview(tx.db, ctx, id)
    if (takesTwo(row) && row.status === 'pending') {
      await withdrawalsRepo(tx.db).update(id, { status: 'checking', first_by: caller.user_id, first_at: now })
      ctx.audit({ target_id: id, before: { status: word(row) }, after: { status: withdrawal_review.checking } })
      return showReviewed(tx.db, ctx, id)
    }
    if (row.first_by === caller.user_id) throw new Refusal('second_reviewer')
    await withdrawalsRepo(tx.db).update(id, { status: 'paying', decided_by: caller.user_id, decided_at: now })
    for (const part of await partsRepo(tx.db).of(id)) {
      const by_provider = part.recharge_id !== null
      await partsRepo(tx.db).update(part.id, { status: 'waiting', next_try_at: by_provider ? now : null })
    }
    ctx.audit({ target_id: id, before: { status: word(row) }, after: { status: withdrawal_review.paying } })
    await tellOwner(tx, row, {
      title: `提现 ${yuanOfFen(row.amount_fen)} 元审核通过`,
      content: row.type === 1 ? '正在按原充值方式退回。' : '财务将转入你的收款账户。',
    })
    return showReviewed(tx.db, ctx, id)
  })

export const rejectWithdrawal = (ctx: Context, id: string, reason: string) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    const row = await lockForReview(tx.db, ctx, id)
    const decided = { decided_by: caller.user_id, decided_at: now, ended_at: now }
    await withdrawalsRepo(tx.db).update(id, { status: 'rejected', reason, ...decided })
    await releaseMoney(tx.db, row, now)
    ctx.audit({ target_id: id, before: { status: word(row) }, after: { status: withdrawal_review.rejected, reason } })
    await tellOwner(tx, row, {
      title: `提现 ${yuanOfFen(row.amount_fen)} 元未通过审核`,
      content: `原因：${reason}。冻结的金额已回到钱包。`,
    })
    return showReviewed(tx.db, ctx, id)
  })
