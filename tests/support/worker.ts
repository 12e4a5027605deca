import type { Deps } from '#server/deps.ts'
import { runDueGuards } from '#server/domains/rentals/auto-stop/evaluate-auto-stop.service.ts'
import type { GpuUseReader } from '#server/domains/rentals/auto-stop/idle.service.ts'
import { serveQueues } from '#server/domains/rentals/capacity/serve-queue.service.ts'
import { findNextClaimTime } from '#server/domains/rentals/reconcile/lease.ts'
import { startDueSteps } from '#server/domains/rentals/reconcile/reconcile.service.ts'
import { startDueTasks } from '#server/domains/rentals/tasks/tasks.service.ts'
import { checkClockSteady } from '#server/jobs/clock-guard.ts'
import { buildPeriodicJobs } from '#server/jobs/jobs.ts'
import type { HeldClock } from '#tests/support/held-clock.ts'

const names = ['observe', 'charge', 'enforce'] as const
/** A longer silence counts as an outage for the guard watch and the meter. */
const longestSilenceMs = 140_000
/** A longer silence also costs the trust in the clock. */
const clockNotedMs = 5 * 60_000
/** Within this time jobs keep their schedule, as they do in the runner when nobody asks when they are due. */
const shortMs = 15_000
/** What stays due is retried no sooner than this. */
const againMs = 60_000
const batch = 8

/** Finishes everything that a worker starts; returns how many there were. */
export async function finishSteps(begun: Promise<Promise<void>[]>): Promise<number> {
  const steps = await begun
  await Promise.all(steps)
  return steps.length
}

const earliest = (moments: readonly (Date | null)[]): number =>
  Math.min(...moments.map((at) => at?.getTime() ?? Number.POSITIVE_INFINITY))

/**
 * Runs the worker's jobs by hand. Time jumps from one due moment to the next, where a full worker pass runs; in
 * between, it only checks the engine and the clock.
 */
export function createTestWorker({ deps, clock }: { deps: Deps; clock: HeldClock }, name = 'worker', gpuUse?: GpuUseReader) {
  const periodic = buildPeriodicJobs(() => null)
  const jobs = names.map((name) => ({ ...periodic.find((job) => job.name === name)!, since: new Date(0) }))
  const [observing, ...others] = jobs as [(typeof jobs)[number], ...typeof jobs]
  const now = () => clock.now()
  /** The runner logs what a job throws and runs the job again next time. */
  async function runJob(job: (typeof jobs)[number]): Promise<void> {
    job.since = now()
    await job.run(deps).catch(() => undefined)
  }
  const run = (wanted: (typeof names)[number]) => () => periodic.find((job) => job.name === wanted)!.run(deps)
  let guardsDue: Date | null = null
  let clockNoted = 0
  /** When one of the other jobs is due; unknown after any action that may have changed it. */
  let jobsDue: number | undefined

  /** Reconciles and continues long work until nothing is due; returns whether anything was. */
  async function reconcileAll(): Promise<boolean> {
    for (let any = false; ; any = true) {
      const due = await findNextClaimTime(deps)
      if (!due || due > now()) return any
      const begun = (await finishSteps(startDueSteps(deps, name, batch))) + (await finishSteps(startDueTasks(deps, name, 1)))
      if (begun === 0) return any // another worker holds it
    }
  }

  async function look(): Promise<void> {
    guardsDue = await runDueGuards(deps, () => checkClockSteady(deps), gpuUse)
  }

  /** Does what a worker does when something is due; with `everything`, also what the job schedule would run. */
  async function pass(everything: boolean): Promise<void> {
    let changed = (await reconcileAll()) || everything
    let worked = false
    for (const job of jobs) {
      const elapsed = Math.abs(now().getTime() - job.since.getTime()) >= job.every_ms
      const isDue = job !== observing && jobsDue !== undefined && jobsDue <= now().getTime()
      if (!isDue && !(elapsed && (everything || job === observing))) continue
      await runJob(job)
      worked = true
      changed ||= job !== observing
    }
    if (worked) changed = (await reconcileAll()) || changed
    // The runner is woken whenever cards become free or somebody joins the queue.
    if (changed) await serveQueues(deps)
    const mayStop = changed || (guardsDue !== null && guardsDue <= now())
    await look()
    if (mayStop) changed = (await reconcileAll()) || changed
    if (changed) jobsDue = undefined
  }

  /** Does everything a worker would do at this moment. */
  const work = () => pass(true)

  /** Does what has no due time: reads the meters and records that a worker is watching and that time has passed. */
  async function beat(): Promise<void> {
    await runJob(observing)
    if (Math.abs(now().getTime() - clockNoted) >= clockNotedMs) {
      clockNoted = now().getTime()
      await checkClockSteady(deps)
    }
    await look()
  }

  /** Milliseconds until something is due; scheduled jobs count if `jobsToo` is set. */
  async function untilDue(jobsToo: boolean): Promise<number> {
    if (jobsToo) jobsDue ??= earliest(await Promise.all(others.map((job) => job.nextDue!(deps, job.since))))
    const moved = earliest([await findNextClaimTime(deps), guardsDue])
    return Math.min(jobsDue ?? Number.POSITIVE_INFINITY, moved) - now().getTime()
  }

  /** Lets `ms` pass as with a running worker, which is silent for `silenceMs` at most. */
  async function tick(ms: number, silenceMs = longestSilenceMs): Promise<void> {
    await work()
    for (let left = ms; left > 0; ) {
      const due = await untilDue(ms > shortMs)
      const step = Math.min(left, silenceMs, due > 0 ? due : againMs)
      await clock.advance(step)
      left -= step
      await (left === 0 ? work() : due > step ? beat() : pass(false))
    }
  }

  /** Lets one second pass in which instances change state and queues are served, but no jobs run. */
  async function second(): Promise<void> {
    await reconcileAll()
    for (let left = 1_000; left > 0; ) {
      const due = earliest([await findNextClaimTime(deps)]) - now().getTime()
      const step = Math.min(left, due > 0 ? due : left)
      await clock.advance(step)
      left -= step
      if (await reconcileAll()) {
        await serveQueues(deps)
        await reconcileAll()
      }
    }
    jobsDue = undefined
  }

  const reconcile = async () => void (await reconcileAll())
  return { tick, second, work, reconcile, observe: run('observe'), charge: run('charge'), enforce: run('enforce') }
}
