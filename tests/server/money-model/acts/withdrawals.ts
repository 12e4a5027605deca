import { expect } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { operatorWithdrawals } from '#contract/operator/withdrawals.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { computeModelOverInvoicedFen } from '#tests/server/money-model/invoiceable.ts'
import type { CallFault, MoneyLife } from '#tests/server/money-model/life.ts'
import type { MoneyStepOf } from '#tests/server/money-model/steps.ts'
import { computeModelPayoutPlan, type ModelWithdrawal, toWithdrawalWallets } from '#tests/server/money-model/withdrawal.ts'

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const isOpen = ({ state }: ModelWithdrawal): boolean => state !== 'ended'
const minimumFen = { 1: 1n, 2: 1_000n } as const

/** Cash that nothing needs, as far as it goes back to payments; or the income there is (product §5). */
function withdrawableFen(life: MoneyLife, type: 1 | 2): bigint {
  if (type === 2) return life.purses.get(life.inviter.id)!.income
  const free = life.freeFen() - computeModelOverInvoicedFen(life)
  return free > 0n
    ? least(
        free,
        life.sources.reduce((sum, { fen }) => sum + fen, 0n),
      )
    : 0n
}

/** Asks for a part of what can be withdrawn, or for more than that. */
export async function withdraw(life: MoneyLife, step: MoneyStepOf<'withdraw'>): Promise<void> {
  const { type, percent } = step
  const person = type === 1 ? life.person : life.inviter
  const { data: quote } = await person.call(withdrawals.quote, { query: { type: `${type}` } })
  const most = withdrawableFen(life, type)
  expect(parseYuanToFen(quote.withdrawable)).toBe(most)
  const fen = (most * BigInt(percent) + 99n) / 100n
  if (fen < minimumFen[type]) return
  const { kysely } = life.world.rental.deps.database
  await sessionsRepo(kysely).stepUp(person.session_id, life.world.rental.clock.now())
  const amount = formatFenAsYuan(fen)
  const payee = { payee_kind: 'alipay', payee_account: 'zhang@example.com' } as const
  const body = type === 1 ? { type, amount } : { type, amount, ...payee }
  const reply = await life.send(step, (options) => person.call(withdrawals.create, { body }, options))
  const full = life.withdrawals.filter((one) => one.user_id === person.id && isOpen(one)).length >= limits.withdrawalsOpenMax
  const refusal = full ? resultCodes.withdrawal_limit : fen > most ? resultCodes.withdrawal_too_much : undefined
  expect(reply.code).toBe(refusal?.code ?? '0')
  if (refusal) return
  const parts = type === 1 ? computeModelPayoutPlan(life.sources, fen) : [{ source: undefined, fen }]
  for (const { source, fen: part } of parts) if (source) source.fen -= part
  const { id } = reply.data
  life.withdrawals.push({ id, type, user_id: person.id, fen, state: 'pending', first: undefined, parts })
  const { free, frozen } = toWithdrawalWallets({ type })
  life.owes({ kind: 'withdraw_hold', ref: id, legs: () => ({ [`${person.id} ${free}`]: -fen, [`${person.id} ${frozen}`]: fen }) })
}

/** Its owner cancels it, or finance approves, rejects or pays it out; above ¥1,000 two of them have to approve. */
export async function review(life: MoneyLife, step: MoneyStepOf<'review'>): Promise<void> {
  const open = life.withdrawals.filter(isOpen)
  const one = open[step.which % (open.length || 1)]
  if (!one) return
  if (one.state === 'paying') return payOutByHand(life, one, step)
  if (step.decision === 'cancel') return cancel(life, one, step)
  if (step.decision === 'reject') return reject(life, one, step)
  await approve(life, one, step)
}

async function approve(life: MoneyLife, one: ModelWithdrawal, step: CallFault & { officer: number }): Promise<void> {
  const params = { id: one.id }
  const officer = life.world.finance[step.officer]!
  const reply = await life.send(step, (options) => officer.call(operatorWithdrawals.approve, { params }, options))
  if (one.first === step.officer) return expect(reply.code).toBe(resultCodes.second_reviewer.code)
  const takesTwo = one.fen > BigInt(limits.withdrawalTwoPeopleFen)
  one.state = takesTwo && one.first === undefined ? 'checking' : 'paying'
  expect(reply.data.status).toBe(one.state)
  one.first = one.state === 'checking' ? step.officer : undefined
}

async function reject(life: MoneyLife, one: ModelWithdrawal, step: CallFault & { officer: number }): Promise<void> {
  const sent = { params: { id: one.id }, body: { reason: '收款信息有误' } }
  const officer = life.world.finance[step.officer]!
  const { data } = await life.send(step, (options) => officer.call(operatorWithdrawals.reject, sent, options))
  expect(data.status).toBe('rejected')
  returns(life, one)
}

async function cancel(life: MoneyLife, one: ModelWithdrawal, step: CallFault): Promise<void> {
  const person = one.type === 1 ? life.person : life.inviter
  const params = { id: one.id }
  const { data } = await life.send(step, (options) => person.call(withdrawals.cancel, { params }, options))
  expect(data.status).toBe('cancelled')
  returns(life, one)
}

/** Nothing of it is paid: all goes back to the wallet it came from. */
function returns(life: MoneyLife, one: ModelWithdrawal): void {
  const { free, frozen } = toWithdrawalWallets(one)
  for (const { source, fen } of one.parts) if (source) source.fen += fen
  const legs = () => ({ [`${one.user_id} ${frozen}`]: -one.fen, [`${one.user_id} ${free}`]: one.fen })
  life.owes({ kind: 'withdraw_return', ref: one.id, legs })
  one.state = 'ended'
}

/** Income is paid out by people; the balance goes back by itself. */
async function payOutByHand(life: MoneyLife, one: ModelWithdrawal, step: CallFault & { officer: number }): Promise<void> {
  if (one.type === 1) return
  const params = { id: one.id }
  const officer = life.world.finance[step.officer]!
  const { data } = await officer.call(operatorWithdrawals.get, { params })
  const body = { part_id: data.parts[0]!.id, reference: `hand-${one.id}` }
  const reply = await life.send(step, (options) => officer.call(operatorWithdrawals.paid, { params, body }, options))
  expect(reply.data.status).toBe('done')
}
