import { status_codes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { periodicJobs } from '#server/jobs/jobs.ts'
import type { MoneyLife } from '#tests/server/money-model/life.ts'
import type { ModelInstance } from '#tests/server/money-model/model-instance.ts'
import type { StepOf } from '#tests/server/money-model/steps.ts'
import type { Crash } from '#tests/support/faulty-database.ts'

/** With the 15 s between two observations, shorter than the longest silence that is billed. */
export const look_ms = 280_000
/** After a silence the platform stops nothing because of the date until time has passed regularly for so long. */
const steady_ms = 620_000
const day_ms = 86_400_000

/** Every job that may move money; the worker of the platform runs observe, charge and enforce by itself. */
const names = ['vouchers', 'recharges', 'payouts', 'orders', 'invoices', 'invitation-rewards', 'sub-account-budgets']
export const money_jobs = periodicJobs(() => null).filter(({ name }) => names.includes(name))
const core_jobs = periodicJobs(() => null).filter(({ name }) => name === 'charge' || name === 'enforce')

/** A long silence, and then enough of regular time for the platform to trust its clock again. */
export async function silence(life: MoneyLife, ms: number): Promise<void> {
  const { rental } = life.world
  await rental.clock.advance(ms)
  await rental.tick(steady_ms, steady_ms / 2)
  await runJobs(life, money_jobs)
}

/** Runs jobs; where the platform dies in one of them, it is run again. */
export async function runJobs(life: MoneyLife, jobs: typeof money_jobs, crash?: Crash): Promise<void> {
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

export async function tick(life: MoneyLife, { ms, crash, jobs }: StepOf<'tick'>): Promise<void> {
  await life.world.rental.tick(ms, look_ms)
  if (jobs) await runJobs(life, [...core_jobs, ...money_jobs], crash)
}

export const hours = (life: MoneyLife, { ms }: StepOf<'hours'>): Promise<void> => life.world.rental.tick(ms, look_ms)

/** Days with nothing metered, packages apart: the platform looks now and then, and after each silence until it trusts the clock. */
export async function days(life: MoneyLife, { ms, leave }: StepOf<'days'>): Promise<void> {
  if (leave) await shutDownHourly(life)
  await settleDown(life)
  for (let left = ms; left > 0 && !life.instances.some((one) => one.hourly && one.status !== status_codes.shut_down); ) {
    const ends = life.instances.flatMap(({ expire_at }) =>
      expire_at !== undefined && expire_at > life.now ? [expire_at - life.now] : [],
    )
    // What is owed is counted by the day, and a package is watched in its last one.
    const longest = life.purse.cash < 0n || ends.length > 0 ? day_ms - steady_ms : left
    const quiet_ms = Math.max(1, Math.min(left, longest, ...ends))
    await silence(life, quiet_ms)
    await life.look()
    left -= quiet_ms + steady_ms
  }
}

/** Waits until nothing is on its way. */
async function settleDown(life: MoneyLife): Promise<void> {
  const at_rest = [status_codes.running, status_codes.shut_down] as number[]
  while (!life.instances.every(({ status }) => at_rest.includes(status))) {
    await life.world.rental.tick(5_000, look_ms)
    await life.look()
  }
}

async function shutDownHourly(life: MoneyLife): Promise<void> {
  for (const instance of life.instances) if (instance.hourly) await shutDown(life, instance)
}

async function shutDown(life: MoneyLife, instance: ModelInstance): Promise<void> {
  if (instance.status !== status_codes.running) return
  await life.person.call(instances.shutdown, { params: { id: instance.id } })
  instance.wants_to_run = false
}

/** Shuts down what runs, as what is only possible then needs it. */
export async function holdStill(life: MoneyLife, instance: ModelInstance): Promise<void> {
  await shutDown(life, instance)
  await settleDown(life)
}
