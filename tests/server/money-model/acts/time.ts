import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { buildPeriodicJobs } from '#server/jobs/jobs.ts'
import type { MoneyLife } from '#tests/server/money-model/life.ts'
import type { ModelInstance } from '#tests/server/money-model/model-instance.ts'
import type { MoneyStepOf } from '#tests/server/money-model/steps.ts'
import type { DatabaseCrash } from '#tests/support/faulty-database.ts'

/** With the 15 s between two observations, shorter than the longest silence that is billed. */
export const observeEveryMs = 280_000
/** After a silence the platform stops nothing because of the date until time has passed regularly for so long. */
const steadyMs = 620_000
const dayMs = 86_400_000

/** Every job that may move money; the worker of the platform runs observe, charge and enforce by itself. */
const names = ['vouchers', 'recharges', 'payouts', 'orders', 'invoices', 'invitation-rewards', 'sub-account-budgets']
export const moneyJobs = buildPeriodicJobs(() => null).filter(({ name }) => names.includes(name))
const coreJobs = buildPeriodicJobs(() => null).filter(({ name }) => name === 'charge' || name === 'enforce')

/** A long silence, and then enough of regular time for the platform to trust its clock again. */
export async function advanceUnobserved(life: MoneyLife, ms: number): Promise<void> {
  const { rental } = life.world
  await rental.clock.advance(ms)
  await rental.tick(steadyMs, steadyMs / 2)
  await runJobsWithCrash(life, moneyJobs)
}

/** Runs jobs; where the platform dies in one of them, it is run again. */
export async function runJobsWithCrash(life: MoneyLife, jobs: typeof moneyJobs, crash?: DatabaseCrash): Promise<void> {
  const { rental, database } = life.world
  for (const job of jobs) {
    if (crash) database.breakNext(crash)
    const done = await job.run(rental.deps).then(
      () => true,
      () => false,
    )
    if (database.mend() || !done) await job.run(rental.deps)
  }
}

export async function tick(life: MoneyLife, { ms, crash, jobs }: MoneyStepOf<'tick'>): Promise<void> {
  await life.world.rental.tick(ms, observeEveryMs)
  if (jobs) await runJobsWithCrash(life, [...coreJobs, ...moneyJobs], crash)
}

export const hours = (life: MoneyLife, { ms }: MoneyStepOf<'hours'>): Promise<void> => life.world.rental.tick(ms, observeEveryMs)

/** Days with nothing metered, packages apart: the platform looks now and then, and after each silence until it trusts the clock. */
export async function days(life: MoneyLife, { ms, leave }: MoneyStepOf<'days'>): Promise<void> {
  if (leave) await shutDownHourly(life)
  await settleDown(life)
  for (let left = ms; left > 0 && !life.instances.some((one) => one.hourly && one.status !== instanceStatusCodes.shut_down); ) {
    const ends = life.instances.flatMap(({ expire_at: expireAt }) =>
      expireAt !== undefined && expireAt > life.now ? [expireAt - life.now] : [],
    )
    // What is owed is counted by the day, and a package is watched in its last one.
    const longest = life.purse.cash < 0n || ends.length > 0 ? dayMs - steadyMs : left
    const quietMs = Math.max(1, Math.min(left, longest, ...ends))
    await advanceUnobserved(life, quietMs)
    await life.look()
    left -= quietMs + steadyMs
  }
}

/** Waits until nothing is on its way. */
async function settleDown(life: MoneyLife): Promise<void> {
  const atRest = [instanceStatusCodes.running, instanceStatusCodes.shut_down] as number[]
  while (!life.instances.every(({ status }) => atRest.includes(status))) {
    await life.world.rental.tick(5_000, observeEveryMs)
    await life.look()
  }
}

async function shutDownHourly(life: MoneyLife): Promise<void> {
  for (const instance of life.instances) if (instance.hourly) await shutDown(life, instance)
}

async function shutDown(life: MoneyLife, instance: ModelInstance): Promise<void> {
  if (instance.status !== instanceStatusCodes.running) return
  await life.person.call(instances.shutdown, { params: { id: instance.id } })
  instance.wants_to_run = false
}

/** Shuts down what runs, as what is only possible then needs it. */
export async function shutDownAndSettle(life: MoneyLife, instance: ModelInstance): Promise<void> {
  await shutDown(life, instance)
  await settleDown(life)
}
