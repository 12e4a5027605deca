import { limits } from '#contract/limits.ts'
import { livingRepo, type RunningInstance } from '#server/demo/living/living.repo.ts'
import type { Stage } from '#server/demo/living/stage.ts'
import { UsageHistory } from '#server/demo/living/usage-history.ts'
import { markMetersSeen } from '#server/domains/money/billing/billing.service.ts'
import { runDueGuards } from '#server/domains/rentals/auto-stop/evaluate-auto-stop.service.ts'
import { serveQueues } from '#server/domains/rentals/capacity/serve-queue.service.ts'
import { findNextClaimTime } from '#server/domains/rentals/reconcile/lease.ts'
import { startDueSteps } from '#server/domains/rentals/reconcile/reconcile.service.ts'
import { startDueTasks } from '#server/domains/rentals/tasks/tasks.service.ts'
import { checkClockSteady } from '#server/jobs/clock-guard.ts'
import { type DueWork, dueWorkRepo } from '#server/jobs/due-work.repo.ts'
import { buildPeriodicJobs } from '#server/jobs/jobs.ts'
import { inTransaction } from '#server/tx.ts'

const worker = 'story'
const sightMs = limits.meteredGapSeconds * 1000
/** Steps of a boot follow each other this fast at most: a worker would look each second. */
const stepMs = 4_000
/** What is due later than this waits for its turn. */
const soonMs = 120_000
/** For how long the clock must have ticked regularly before anybody is stopped by date (docs/decisions/004). */
const steadyTicksMs = [15, 10, 5, 0].map((minutes) => minutes * 60_000)

/** When what runs is seen after `from`, up to `until`. */
export const listSightings = (from: number, until: number): Date[] =>
  Array.from({ length: Math.ceil((until - from) / sightMs) }, (_, nth) => new Date(Math.min(from + (nth + 1) * sightMs, until)))

const periodic = buildPeriodicJobs(() => null)
type JobName =
  | 'announcements'
  | 'charge'
  | 'enforce'
  | 'housekeeping'
  | 'image-releases'
  | 'invitation-rewards'
  | 'invoices'
  | 'observe'
  | 'payouts'
  | 'vouchers'
export const runJob = (stage: Stage, name: JobName) => periodic.find((job) => job.name === name)!.run(stage.deps)

/** What a platform's workers do meanwhile, at the moments at which there is something to do. */
export function createTimeKeeper(stage: Stage) {
  const { deps, clock } = stage
  const history = new UsageHistory(stage)
  let running: RunningInstance[] | undefined
  /** Until when meters have been sighted: a scene may have moved the clock on by seconds. */
  let sighted = clock.now().getTime()

  const listRunning = async () => (running ??= await livingRepo(deps.database.kysely).running())

  /** Lets the engine and the reconciler finish what was asked for; takes seconds of the story. */
  async function settle(): Promise<void> {
    for (let idle = 0; idle < 2; ) {
      const due = await findNextClaimTime(deps)
      const now = clock.now().getTime()
      if (!due || due.getTime() > now + soonMs) break
      if (due.getTime() > now) await pass(Math.max(due.getTime(), now + stepMs))
      const begun = [...(await startDueSteps(deps, worker, 1)), ...(await startDueTasks(deps, worker, 1))]
      await Promise.all(begun)
      idle = begun.length === 0 ? idle + 1 : 0
      running = undefined
    }
  }

  /** Lets time pass in which nothing changes but meters and samples. */
  async function pass(until: number): Promise<void> {
    const begun = clock.now().getTime()
    if (until <= begun) return
    const instances = await listRunning()
    const metered = instances.filter((row) => row.metered).map(({ id }) => id)
    history.note(instances, begun, until)
    if (metered.length > 0) {
      const from = Math.max(sighted, begun - sightMs)
      await inTransaction(deps, (tx) => markMetersSeen(tx.db, metered, ...listSightings(from, until)))
    }
    clock.moveTo(new Date(until))
    sighted = until
  }

  async function findDue(...names: DueWork[]): Promise<number> {
    const now = clock.now()
    const due = await dueWorkRepo(deps.database.kysely).nextDue(names, { now, since: now })
    return due?.getTime() ?? Number.POSITIVE_INFINITY
  }

  /** Lets time pass until `at`; settlements happen and vouchers end when they fall due. */
  async function passTo(at: Date): Promise<void> {
    await settle()
    let vouchers = await findDue('vouchers')
    while (clock.now() < at) {
      const now = clock.now().getTime()
      const charge = await findDue('charge')
      await pass(Math.min(Math.max(Math.min(charge, vouchers), now + stepMs), at.getTime()))
      const reached = clock.now().getTime()
      if (charge <= reached) await runJob(stage, 'charge')
      if (vouchers > reached) continue
      await tickSteadily()
      await runJob(stage, 'vouchers')
      vouchers = await findDue('vouchers')
    }
  }

  async function tickSteadily(): Promise<void> {
    const now = clock.now().getTime()
    for (const ago of steadyTicksMs)
      await checkClockSteady({ ...deps, clock: { sleep: clock.sleep, now: () => new Date(now - ago) } })
  }

  /** Ends what ended by date, sends what is due, serves who waits. */
  async function makeRounds(): Promise<void> {
    await tickSteadily()
    await runJob(stage, 'enforce')
    await runDueGuards(deps, async () => true)
    running = undefined
    await settle()
    await serveQueues(deps)
    await settle()
  }

  return { settle, passTo, makeRounds, flush: () => history.flush() }
}
