import { expect } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { operatorAdjustments } from '#contract/operator/adjustments.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import { sandbox } from '#contract/platform.ts'
import { wallet } from '#contract/wallet.ts'
import type { MoneyLife } from '#tests/server/money-model/life.ts'
import type { MoneyStepOf } from '#tests/server/money-model/steps.ts'
import { approvePendingChange } from '#tests/support/approve-pending-change.ts'

/** Pays in: the order at the cashier, and the notice of its payment, which may be lost on the way and come again. */
export async function recharge(life: MoneyLife, step: MoneyStepOf<'recharge'>): Promise<void> {
  const { rental, database } = life.world
  const fen = BigInt(step.fen)
  const body = { amount: formatFenAsYuan(fen), channel: step.channel }
  const { data } = await life.send(step, (options) => life.person.call(wallet.recharge, { body }, options))
  life.owes({ kind: 'recharge', ref: data.id, legs: () => ({ channel: -fen, [life.mine('cash')]: fen }) })
  const pay = () => rental.call(sandbox.pay, { params: { trade_no: data.pay_url!.split('/').at(-1)! } })
  if (step.crash) database.breakNext(step.crash)
  const first = await pay()
  expect([first.status, database.mend()]).toEqual(step.crash ? [500, true] : [200, false])
  life.sources.push({ id: data.id, at: life.now, fen })
  const second = step.crash || step.twice ? await pay() : first
  expect(['0', resultCodes.recharge_closed.code]).toContain(second.code)
}

/** An operator adds to the balance or takes from it, never to below 0. */
export async function adjust(life: MoneyLife, step: MoneyStepOf<'adjust'>): Promise<void> {
  const fen = step.direction === 'add' ? BigInt(step.fen) : -BigInt(step.fen)
  const body = {
    user: life.person.id,
    direction: step.direction,
    amount: formatFenAsYuan(BigInt(step.fen)),
    reason: '机房断电补偿',
  }
  const [officer] = life.world.finance
  const reply = await life.send(step, (options) => officer.call(operatorAdjustments.create, { body }, options))
  const enough = life.purse.cash + fen >= 0n || fen > 0n
  // What is more than one may do alone is posted when another approves it.
  const waits = reply.code === '0' && reply.data.pending
  const decided = waits ? await approvePendingChange(life.world.rental, life.person.id) : reply
  expect(decided.code).toBe(enough ? '0' : resultCodes.insufficient_balance.code)
  if (!enough) {
    if (waits) await officer.call(operatorChanges.withdraw, { params: { id: reply.data.id } }).then(({ data }) => data)
    return
  }
  const [newest] = (await officer.call(operatorAdjustments.list, { query: { keyword: life.person.id } })).data
  life.owes({
    kind: 'adjust',
    ref: waits ? newest!.id : reply.data.id,
    legs: () => ({ adjustment: -fen, [life.mine('cash')]: fen }),
  })
}
