import { expect } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import type { MoneyLife } from '#tests/server/money-model/life.ts'
import { ModelWallet } from '#tests/server/money-model/model-wallet.ts'
import type { MoneyStepOf } from '#tests/server/money-model/steps.ts'
import { addSubAccount } from '#tests/support/sub-accounts.ts'

async function subOf(life: MoneyLife): Promise<string> {
  if (life.sub_id) return life.sub_id
  const id = await addSubAccount(life.world.rental, life.person.id)
  life.purses.set(id, new ModelWallet())
  life.sub_id = id
  return id
}

/** Money is set aside for a sub-account, or taken back. */
export async function budget(life: MoneyLife, step: MoneyStepOf<'budget'>): Promise<void> {
  const id = await subOf(life)
  const fen = BigInt(step.fen)
  const sent = { params: { id }, body: { amount: formatFenAsYuan(fen) } }
  const cash = (of: string) => life.purses.get(of)!.cash
  const { person } = life
  const spare = step.give ? [cash(person.id), life.freeFen()] : [cash(id)]
  const enough = spare.every((one) => one >= fen)
  const endpoint = step.give ? subAccounts.allocate : subAccounts.take_back
  const reply = await life.send(step, (options) => person.call(endpoint, sent, options))
  expect(reply.code).toBe(enough ? '0' : (step.give ? resultCodes.insufficient_balance : resultCodes.sub_account_budget).code)
  const moved = step.give ? fen : -fen
  const legs = () => ({ [`${person.id} cash`]: -moved, [`${id} cash`]: moved })
  if (enough) life.owes({ kind: 'allocate', ref: id, legs })
}
