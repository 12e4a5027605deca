import type { z } from 'zod'
import { accessRoles } from '#contract/access.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, formatFenText, parseYuanToFen } from '#contract/money.ts'
import { type WithdrawalType, type withdrawals, withdrawalTypes } from '#contract/withdrawals.ts'
import { listOperatorsWithRoles } from '#server/domains/accounts/users/accounts.service.ts'
import { requireRealName } from '#server/domains/accounts/users/users.service.ts'
import { findMaskedRealName } from '#server/domains/accounts/users/verified-name.service.ts'
import { withdrawalPartsRepo } from '#server/domains/money/withdrawals/parts.repo.ts'
import { maskPayee, type Payee, sealPayee } from '#server/domains/money/withdrawals/payee.ts'
import {
  computeWithdrawalPlan,
  getWithdrawable,
  type WithdrawalSource,
} from '#server/domains/money/withdrawals/withdrawable.service.ts'
import {
  freezeWithdrawalMoney,
  notifyWithdrawalOwner,
  releaseWithdrawalMoney,
} from '#server/domains/money/withdrawals/withdrawal-money.service.ts'
import { presentWithdrawal, presentWithdrawalDetail } from '#server/domains/money/withdrawals/withdrawals.presenter.ts'
import { withdrawalsRepo } from '#server/domains/money/withdrawals/withdrawals.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type WithdrawalInput = z.output<(typeof withdrawals)['create']['body']>
const minimumAmounts: Record<WithdrawalType, string> = { 1: '0.01', 2: '10.00' } // requirements §5

export async function quoteWithdrawal({ deps, caller }: Context, type: WithdrawalType) {
  const db = deps.database.kysely
  const { fen, lines, sources } = await getWithdrawable(db, caller.user_id, type, deps.clock.now())
  return {
    type,
    withdrawable: formatFenAsYuan(fen),
    minimum: minimumAmounts[type],
    lines: lines.map(({ fen: line, sum = false, ...said }) => ({ ...said, sum, amount: formatFenAsYuan(line) })),
    routes: sources.map(({ channel, left_fen: leftFen, paid_at: paidAt }) => ({
      channel,
      left: formatFenAsYuan(leftFen),
      paid_at: paidAt.toISOString(),
    })),
    holder: await findMaskedRealName(db, caller.user_id),
  }
}

export async function listWithdrawals(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof withdrawalsRepo>['list']>[1],
) {
  const { items, total } = await withdrawalsRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map(presentWithdrawal), total }
}

async function loadWithdrawalDetail(db: Parameters<typeof withdrawalsRepo>[0], userId: string, id: string) {
  const row = await withdrawalsRepo(db).find(userId, id)
  if (!row) throw new Refusal('not_found')
  return presentWithdrawalDetail(row, await withdrawalPartsRepo(db).of(id))
}

export const getWithdrawal = ({ deps, caller }: Context, id: string) =>
  loadWithdrawalDetail(deps.database.kysely, caller.user_id, id)

/** Creates a part id; it is also the refund number at the provider, so only letters and digits. */
const newPartId = (): string => newId('wp').replace('-', '')

const planParts = (sources: readonly WithdrawalSource[], wish: WithdrawalInput, amountFen: bigint) =>
  wish.type === 2
    ? [{ channel: 'payee', amount_fen: amountFen }]
    : computeWithdrawalPlan(sources, amountFen).map(({ source, fen }) => ({
        channel: source.channel,
        amount_fen: fen,
        recharge_id: source.channel === 'bank' ? null : source.id,
        bank_transfer_id: source.channel === 'bank' ? source.id : null,
      }))

const toPayee = (wish: WithdrawalInput): Payee | undefined =>
  wish.type === 2
    ? {
        kind: wish.payee_kind,
        account: wish.payee_account.replaceAll(' ', ''),
        bank: wish.payee_kind === 'bank' ? (wish.payee_bank ?? null) : null,
      }
    : undefined

async function notifyFinance(tx: Tx, row: { id: string; user_id: string }, title: string) {
  const people = await listOperatorsWithRoles(tx.db, accessRoles.operator_finance)
  for (const userId of people.filter((person) => person !== row.user_id)) {
    const content = '请核对后批准或驳回。'
    await notifyUser(tx, { user_id: userId, class: 'review', title, content, link: `/operator/withdrawals/${row.id}` })
  }
}

/** Freezes the amount and plans its payouts; nothing is paid before finance has approved (product §5). */
export async function createWithdrawal(tx: Tx, userId: string, wish: WithdrawalInput): Promise<string> {
  const now = tx.now()
  const amountFen = parseYuanToFen(wish.amount)
  const payee = toPayee(wish)
  await requireRealName(tx.db, userId)
  // Serialize a user's requests: two must not count on the same money or the same payment.
  await getCashBalance(tx.db, userId, { lock: true })
  if ((await withdrawalsRepo(tx.db).countOpen(userId)) >= limits.withdrawalsOpenMax) throw new Refusal('withdrawal_limit')
  const { fen, sources } = await getWithdrawable(tx.db, userId, wish.type, now)
  if (amountFen > fen) throw createFieldRefusal('withdrawal_too_much', 'amount', `最多可提现 ${formatFenText(fen)} 元`)
  const id = newId('withdrawal')
  const row = { id, user_id: userId, type: wish.type, amount_fen: amountFen }
  await withdrawalsRepo(tx.db).insert({
    ...row,
    status: 'pending',
    created_at: now,
    ...(payee && { payee_kind: payee.kind, payee_cipher: sealPayee(tx.deps.keys, id, payee), payee_masked: maskPayee(payee) }),
  })
  const parts = planParts(sources, wish, amountFen)
  await withdrawalPartsRepo(tx.db).insert(
    parts.map((part, position) => ({ ...part, id: newPartId(), withdrawal_id: id, position, status: 'held' })),
  )
  await freezeWithdrawalMoney(tx.db, row, now)
  await notifyWithdrawalOwner(tx, row, {
    title: `提现 ${formatFenText(amountFen)} 元已提交`,
    content: '金额已冻结，等待财务审核。审核前可以取消。',
  })
  await notifyFinance(tx, row, `待审核：${withdrawalTypes[wish.type]} ${formatFenText(amountFen)} 元`)
  return id
}

export async function requestWithdrawal(ctx: Context, wish: WithdrawalInput) {
  const { caller } = ctx
  return ctx.transaction(async (tx) =>
    loadWithdrawalDetail(tx.db, caller.user_id, await createWithdrawal(tx, caller.user_id, wish)),
  )
}

/** Cancels a request before anything has been paid. */
export const cancelWithdrawal = (ctx: Context, id: string) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    const row = await withdrawalsRepo(tx.db).lock(id)
    if (!row || row.user_id !== caller.user_id) throw new Refusal('not_found')
    if (row.status !== 'pending' && row.status !== 'checking') throw new Refusal('withdrawal_under_way')
    await withdrawalsRepo(tx.db).update(id, { status: 'cancelled', ended_at: now })
    await releaseWithdrawalMoney(tx.db, row, now)
    await notifyWithdrawalOwner(tx, row, {
      title: `提现 ${formatFenText(row.amount_fen)} 元已取消`,
      content: '冻结的金额已回到钱包。',
    })
    return loadWithdrawalDetail(tx.db, caller.user_id, id)
  })
