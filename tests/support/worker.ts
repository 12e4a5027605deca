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
/** The watch over the guards and the meter take a longer silence for an outage. */
const longestSilenceMs = 140_000
/** So does the trust in the clock. */
const clockNotedMs = 5 * 60_000
/** Within so little time jobs keep to their rhythm, as they do in the runner when nobody has asked them when they are due. */
const shortMs = 15_000
/** What is due and stays so is tried again no sooner than this. */
const againMs = 60_000
const batch = 8

/** Carries what a worker begins to its end; answers how much that was. */
export async function finishSteps(begun: Promise<Promise<void>[]>): Promise<number> {
  const steps = await begun
  await Promise.all(steps)
  return steps.length
}

const earliest = (moments: readonly (Date | null)[]): number =>
  Math.min(...moments.map((at) => at?.getTime() ?? Number.POSITIVE_INFINITY))

/**
 * The worker's jobs, run by hand. Time jumps from one due moment to the next, where everything a worker would do is done; in
 * between, it only looks at the engine and at the clock.
 */
export function createTestWorker({ deps, clock }: { deps: Deps; clock: HeldClock }, name = 'worker', gpuUse?: GpuUseReader) {
  const periodic = buildPeriodicJobs(() => null)
  const jobs = names.map((name) => ({ ...periodic.find((job) => job.name === name)!, since: new Date(0) }))
  const [observing, ...others] = jobs as [(typeof jobs)[number], ...typeof jobs]
  const now = () => clock.now()
  /** What a job throws is logged by the runner, which runs it again next time. */
  async function runJob(job: (typeof jobs)[number]): Promise<void> {
    job.since = now()
    await job.run(deps).catch(() => undefined)
  }
  const run = (wanted: (typeof names)[number]) => () => periodic.find((job) => job.name === wanted)!.run(deps)
  let guardsDue: Date | null = null
  let clockNoted = 0
  /** When one of the other jobs is due; unknown after anything may have changed that. */
  let jobsDue: number | undefined

  /** Reconciles and carries on long work until nothing is due; answers whether anything was. */
  async function reconcileAll(): Promise<boolean> {
    for (let any = false; ; any = true) {
      const due = await findNextClaimTime(deps)
      if (!due || due > now()) return any
      const begun = (await finishSteps(startDueSteps(deps, name, batch))) + (await finishSteps(startDueTasks(deps, name, 1)))
      if (begun === 0) return any // somebody else has it in hand
    }
  }

  async function look(): Promise<void> {
    guardsDue = await runDueGuards(deps, () => checkClockSteady(deps), gpuUse)
  }

  /** What a worker does when something is due; with `everything`, what it would do by the rhythm of its jobs as well. */
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
    // The runner is woken whenever cards come free or somebody joins.
    if (changed) await serveQueues(deps)
    const mayStop = changed || (guardsDue !== null && guardsDue <= now())
    await look()
    if (mayStop) changed = (await reconcileAll()) || changed
    if (changed) jobsDue = undefined
  }

  /** Everything a worker would do at this moment. */
  const work = () => pass(true)

  /** What nothing is due for: the meters are read, and it is noted that somebody watches and that time has passed. */
  async function beat(): Promise<void> {
    await runJob(observing)
    if (Math.abs(now().getTime() - clockNoted) >= clockNotedMs) {
      clockNoted = now().getTime()
      await checkClockSteady(deps)
    }
    await look()
  }

  /** Milliseconds from now until something is due; what goes by the rhythm of a job counts where `jobs_too`. */
  async function untilDue(jobsToo: boolean): Promise<number> {
    if (jobsToo) jobsDue ??= earliest(await Promise.all(others.map((job) => job.nextDue!(deps, job.since))))
    const moved = earliest([await findNextClaimTime(deps), guardsDue])
    return Math.min(jobsDue ?? Number.POSITIVE_INFINITY, moved) - now().getTime()
  }

  /** Lets `ms` pass as they would with a worker running, which is silent for `silence_ms` at most. */
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

  /** Lets a second pass in which instances move and queues are served, and the jobs do nothing. */
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
