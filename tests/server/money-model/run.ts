import { expect } from 'vitest'
import { isActionAllowed } from '#contract/instance-actions.ts'
import { parseYuanToFen } from '#contract/money.ts'
import * as cash from '#tests/server/money-model/acts/cash.ts'
import * as onInstances from '#tests/server/money-model/acts/instances.ts'
import * as onInvoices from '#tests/server/money-model/acts/invoices.ts'
import * as onOrders from '#tests/server/money-model/acts/orders.ts'
import * as onPackages from '#tests/server/money-model/acts/packages.ts'
import * as onBudgets from '#tests/server/money-model/acts/sub-accounts.ts'
import * as time from '#tests/server/money-model/acts/time.ts'
import * as onVouchers from '#tests/server/money-model/acts/vouchers.ts'
import * as onWithdrawals from '#tests/server/money-model/acts/withdrawals.ts'
import { MoneyLife } from '#tests/server/money-model/life.ts'
import { computeModelReward } from '#tests/server/money-model/reward.ts'
import type { MoneyStep, MoneyStepOf } from '#tests/server/money-model/steps.ts'
import type { MoneyWorld } from '#tests/server/money-model/world.ts'
import type { ModelLife } from '#tests/support/model-lives.ts'

type Acts = { [K in MoneyStep['do']]: (life: MoneyLife, step: MoneyStepOf<K>) => Promise<void> }
const acts: Acts = {
  ...{ ...cash, ...onVouchers, ...onInstances, ...onOrders, ...onPackages },
  ...{ ...onWithdrawals, ...onInvoices, ...onBudgets, ...time },
}
const dayMs = 86_400_000
const atEase = { twice: false, crash: undefined }

/** Begins the life of somebody whom somebody else has invited. */
export async function startMoneyLife(world: MoneyWorld): Promise<ModelLife<MoneyStep>> {
  const [person, inviter] = [await world.rental.addPerson({ balance: '0.00' }), await world.rental.addPerson({ balance: '0.00' })]
  const { kysely } = world.rental.deps.database
  await kysely.updateTable('users').set({ invited_by: inviter.id }).where('id', '=', person.id).execute()
  const life = new MoneyLife(world, person, inviter)
  const look = async () => expect(await world.rental.audit()).toEqual([])
  return {
    look,
    async take(step) {
      await (acts[step.do] as (life: MoneyLife, step: MoneyStep) => Promise<void>)(life, step)
      await life.look()
    },
    async end() {
      await releaseAll(life)
      await payAll(life)
      await look()
    },
  }
}

/** Everything is stopped and released. */
async function releaseAll(life: MoneyLife): Promise<void> {
  for (let round = 0; life.instances.length > 0; round += 1) {
    if (round > 60) throw new Error(`${life.instances.length} instances cannot be released`)
    for (const [which, { status }] of [...life.instances].entries()) {
      const action = isActionAllowed('shutdown', status) ? 'shutdown' : 'release'
      if (isActionAllowed(action, status)) await acts.act(life, { do: 'act', action, which, ...atEase })
    }
    await life.world.rental.tick(round < 3 ? 3_000 : 60_000)
    await life.look()
  }
}

/** What is owed and what was asked for is paid, and all days are over: then nothing is on its way any more. */
async function payAll(life: MoneyLife): Promise<void> {
  if (life.purse.cash < 0n) {
    await acts.recharge(life, { do: 'recharge', fen: Number(-life.purse.cash), channel: 'alipay', ...atEase })
    await life.look()
  }
  for (let round = 0; life.withdrawals.some(({ state }) => state !== 'ended'); round += 1) {
    if (round > 100) throw new Error('a withdrawal does not end')
    // Both look at each: the second approval of a large sum takes another person.
    await acts.review(life, { do: 'review', which: Math.floor(round / 2), decision: 'approve', officer: round % 2, ...atEase })
    await life.look()
    await time.runJobsWithCrash(life, time.moneyJobs)
    await life.look()
  }
  await time.advanceUnobserved(life, dayMs)
  await life.look()
  expect(life.rewarded_fen).toBe(computeModelReward(life, life.now))
  await checkIdentity(life)
}

/** Product §5: what was paid in is available, frozen, consumed or withdrawn; operators and sub-accounts apart. */
async function checkIdentity(life: MoneyLife): Promise<void> {
  const shown = await life.world.rental.walletOf(life.person)
  const [recharged, cash, frozen, consumed] = [shown.recharged, shown.cash, shown.frozen, shown.consumed].map(parseYuanToFen)
  const withdrawn = life.recharged_fen - life.paid_fen
  const setAside = (life.sub_id && life.purses.get(life.sub_id)?.cash) || 0n
  expect([recharged, frozen, shown.accrued]).toEqual([life.recharged_fen, 0n, '0.00'])
  expect(recharged! + life.adjusted_fen).toBe(cash! + consumed! + withdrawn + setAside)
}
