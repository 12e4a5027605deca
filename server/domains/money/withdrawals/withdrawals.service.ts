import type { z } from 'zod'
import { roles_of_access } from '#contract/access.ts'
import { limits } from '#contract/limits.ts'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import { type WithdrawalType, withdrawal_types, type withdrawals } from '#contract/withdrawals.ts'
import { operatorsWith } from '#server/domains/accounts/users/accounts.service.ts'
import { requireRealName } from '#server/domains/accounts/users/users.service.ts'
import { maskedHolder } from '#server/domains/accounts/users/verified-name.service.ts'
import { partsRepo } from '#server/domains/money/withdrawals/parts.repo.ts'
import { maskPayee, type Payee, sealPayee } from '#server/domains/money/withdrawals/payee.ts'
import { planOf, type Source, withdrawableOf } from '#server/domains/money/withdrawals/withdrawable.service.ts'
import { holdMoney, releaseMoney, tellOwner } from '#server/domains/money/withdrawals/withdrawal-money.service.ts'
import { presentDetail, presentWithdrawal } from '#server/domains/money/withdrawals/withdrawals.presenter.ts'
import { withdrawalsRepo } from '#server/domains/money/withdrawals/withdrawals.repo.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { cashBalance } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Wish = z.output<(typeof withdrawals)['create']['body']>
const minimum: Record<WithdrawalType, string> = { 1: '0.01', 2: '10.00' } // spec §5

export async function quoteWithdrawal({ deps, caller }: Context, type: WithdrawalType) {
  const db = deps.database.kysely
  const { fen, lines, sources } = await withdrawableOf(db, caller.user_id, type, deps.clock.now())
  return {
    type,
    withdrawable: yuanOfFen(fen),
    minimum: minimum[type],
    lines: lines.map(({ fen: line, ...said }) => ({ ...said, amount: yuanOfFen(line) })),
    routes: sources.map(({ channel, left_fen, paid_at }) => ({
      channel,
      left: yuanOfFen(left_fen),
      paid_at: paid_at.toISOString(),
    })),
    holder: await maskedHolder(db, caller.user_id),
  }
}

export async function listWithdrawals(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof withdrawalsRepo>['list']>[1],
) {
  const { items, total } = await withdrawalsRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map(presentWithdrawal), total }
}

async function show(db: Parameters<typeof withdrawalsRepo>[0], user_id: string, id: string) {
  const row = await withdrawalsRepo(db).find(user_id, id)
  if (!row) throw new Refusal('not_found')
  return presentDetail(row, await partsRepo(db).of(id))
}

export const getWithdrawal = ({ deps, caller }: Context, id: string) => show(deps.database.kysely, caller.user_id, id)

/** The id of a part is the number of its refund at the provider: letters and digits. */
const newPartId = (): string => newId('wp').replace('-', '')

const partsOf = (sources: readonly Source[], wish: Wish, amount_fen: bigint) =>
  wish.type === 2
    ? [{ channel: 'payee', amount_fen }]
    : planOf(sources, amount_fen).map(({ source, fen }) => ({
        channel: source.channel,
        amount_fen: fen,
        recharge_id: source.channel === 'bank' ? null : source.id,
        bank_transfer_id: source.channel === 'bank' ? source.id : null,
      }))

const payeeOf = (wish: Wish): Payee | undefined =>
  wish.type === 2
    ? {
        kind: wish.payee_kind,
        account: wish.payee_account.replaceAll(' ', ''),
        bank: wish.payee_kind === 'bank' ? (wish.payee_bank ?? null) : null,
      }
    : undefined

async function tellFinance(tx: Tx, row: { id: string; user_id: string }, title: string) {
  const people = await operatorsWith(tx.db, roles_of_access.operator_finance)
  for (const user_id of people.filter((person) => person !== row.user_id)) {
    const content = '请核对后批准或驳回。'
    await notify(tx, { user_id, class: 'review', title, content, link: `/operator/withdrawals/${row.id}` })
  }
}

/** Freezes what is to be withdrawn and decides where it goes; nothing is paid before finance has approved (product §5). */
export async function openWithdrawal(tx: Tx, user_id: string, wish: Wish): Promise<string> {
  const now = tx.now()
  const amount_fen = fenOfYuan(wish.amount)
  const payee = payeeOf(wish)
  await requireRealName(tx.db, user_id)
  // One of a user's requests at a time: two must not count on the same money or the same payment.
  await cashBalance(tx.db, user_id, { lock: true })
  if ((await withdrawalsRepo(tx.db).countOpen(user_id)) >= limits.withdrawals_open_max) throw new Refusal('withdrawal_limit')
  const { fen, sources } = await withdrawableOf(tx.db, user_id, wish.type, now)
  if (amount_fen > fen) throw refuseField('withdrawal_too_much', 'amount', `最多可提现 ${yuanOfFen(fen)} 元`)
  const id = newId('withdrawal')
  const row = { id, user_id, type: wish.type, amount_fen }
  await withdrawalsRepo(tx.db).insert({
    ...row,
    status: 'pending',
    created_at: now,
    ...(payee && { payee_kind: payee.kind, payee_cipher: sealPayee(tx.deps.keys, id, payee), payee_masked: maskPayee(payee) }),
  })
  const parts = partsOf(sources, wish, amount_fen)
  await partsRepo(tx.db).insert(
    parts.map((part, position) => ({ ...part, id: newPartId(), withdrawal_id: id, position, status: 'held' })),
  )
  await holdMoney(tx.db, row, now)
  await tellOwner(tx, row, {
    title: `提现 ${yuanOfFen(amount_fen)} 元已提交`,
    content: '金额已冻结，等待财务审核。审核前可以取消。',
  })
  await tellFinance(tx, row, `待审核：${withdrawal_types[wish.type]} ${yuanOfFen(amount_fen)} 元`)
  return id
}

export async function requestWithdrawal(ctx: Context, wish: Wish) {
  const { caller } = ctx
  return ctx.transaction(async (tx) => show(tx.db, caller.user_id, await openWithdrawal(tx, caller.user_id, wish)))
}

/** Takes a request back before anything has been paid. */
export const cancelWithdrawal = (ctx: Context, id: string) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    const row = await withdrawalsRepo(tx.db).lock(id)
    if (!row || row.user_id !== caller.user_id) throw new Refusal('not_found')
    if (row.status !== 'pending' && row.status !== 'checking') throw new Refusal('withdrawal_under_way')
    await withdrawalsRepo(tx.db).update(id, { status: 'cancelled', ended_at: now })
    await releaseMoney(tx.db, row, now)
    await tellOwner(tx, row, {
      title: `提现 ${yuanOfFen(row.amount_fen)} 元已取消`,
      content: '冻结的金额已回到钱包。',
    })
    return show(tx.db, caller.user_id, id)
  })
