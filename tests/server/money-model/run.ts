import { expect } from 'vitest'
import { isAllowed } from '#contract/instance-actions.ts'
import { fenOfYuan } from '#contract/money.ts'
import * as cash from '#tests/server/money-model/acts/cash.ts'
import * as on_instances from '#tests/server/money-model/acts/instances.ts'
import * as on_invoices from '#tests/server/money-model/acts/invoices.ts'
import * as on_orders from '#tests/server/money-model/acts/orders.ts'
import * as on_packages from '#tests/server/money-model/acts/packages.ts'
import * as on_budgets from '#tests/server/money-model/acts/sub-accounts.ts'
import * as time from '#tests/server/money-model/acts/time.ts'
import * as on_vouchers from '#tests/server/money-model/acts/vouchers.ts'
import * as on_withdrawals from '#tests/server/money-model/acts/withdrawals.ts'
import { MoneyLife } from '#tests/server/money-model/life.ts'
import { rewardOf } from '#tests/server/money-model/reward.ts'
import type { Step, StepOf } from '#tests/server/money-model/steps.ts'
import type { World } from '#tests/server/money-model/world.ts'
import type { Life } from '#tests/support/model-lives.ts'

type Acts = { [K in Step['do']]: (life: MoneyLife, step: StepOf<K>) => Promise<void> }
const acts: Acts = {
  ...{ ...cash, ...on_vouchers, ...on_instances, ...on_orders, ...on_packages },
  ...{ ...on_withdrawals, ...on_invoices, ...on_budgets, ...time },
}
const day_ms = 86_400_000
const at_ease = { twice: false, crash: undefined }

/** Begins the life of somebody whom somebody else has invited. */
export async function beginLife(world: World): Promise<Life<Step>> {
  const [person, inviter] = [await world.rental.addPerson({ balance: '0.00' }), await world.rental.addPerson({ balance: '0.00' })]
  const { kysely } = world.rental.deps.database
  await kysely.updateTable('users').set({ invited_by: inviter.id }).where('id', '=', person.id).execute()
  const life = new MoneyLife(world, person, inviter)
  const look = async () => expect(await world.rental.audit()).toEqual([])
  return {
    look,
    async take(step) {
      await (acts[step.do] as (life: MoneyLife, step: Step) => Promise<void>)(life, step)
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
      const action = isAllowed('shutdown', status) ? 'shutdown' : 'release'
      if (isAllowed(action, status)) await acts.act(life, { do: 'act', action, which, ...at_ease })
    }
    await life.world.rental.tick(round < 3 ? 3_000 : 60_000)
    await life.look()
  }
}

/** What is owed and what was asked for is paid, and all days are over: then nothing is on its way any more. */
async function payAll(life: MoneyLife): Promise<void> {
  if (life.purse.cash < 0n) {
    await acts.recharge(life, { do: 'recharge', fen: Number(-life.purse.cash), channel: 'alipay', ...at_ease })
    await life.look()
  }
  for (let round = 0; life.withdrawals.some(({ state }) => state !== 'ended'); round += 1) {
    if (round > 100) throw new Error('a withdrawal does not end')
    // Both look at each: the second approval of a large sum takes another person.
    await acts.review(life, { do: 'review', which: Math.floor(round / 2), decision: 'approve', officer: round % 2, ...at_ease })
    await life.look()
    await time.runJobs(life, time.money_jobs)
    await life.look()
  }
  await time.silence(life, day_ms)
  await life.look()
  expect(life.rewarded_fen).toBe(rewardOf(life, life.now))
  await checkIdentity(life)
}

/** Product §5: what was paid in is available, frozen, consumed or withdrawn; operators and sub-accounts apart. */
async function checkIdentity(life: MoneyLife): Promise<void> {
  const shown = await life.world.rental.walletOf(life.person)
  const [recharged, cash, frozen, consumed] = [shown.recharged, shown.cash, shown.frozen, shown.consumed].map(fenOfYuan)
  const withdrawn = life.recharged_fen - life.paid_fen
  const set_aside = (life.sub_id && life.purses.get(life.sub_id)?.cash) || 0n
  expect([recharged, frozen, shown.accrued]).toEqual([life.recharged_fen, 0n, '0.00'])
  expect(recharged! + life.adjusted_fen).toBe(cash! + consumed! + withdrawn + set_aside)
}
