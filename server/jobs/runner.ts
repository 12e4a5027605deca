import { setMaxListeners } from 'node:events'
import type { Deps } from '#server/deps.ts'
import { runDueGuards } from '#server/domains/rentals/auto-stop/evaluate-auto-stop.service.ts'
import { guardsChannel } from '#server/domains/rentals/auto-stop/wake.service.ts'
import { recordOutOfMemory } from '#server/domains/rentals/instances/timeline.service.ts'
import { observeOneInstance, recordHostUnseen, recordInstancesUnseen } from '#server/domains/rentals/reconcile/observe.service.ts'
import { findNextStepTime, startDueSteps } from '#server/domains/rentals/reconcile/reconcile.service.ts'
import { workChannel } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import { findNextTaskTime, startDueTasks } from '#server/domains/rentals/tasks/tasks.service.ts'
import { checkClockSteady } from '#server/jobs/clock-guard.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { claimLease } from '#server/jobs/leases.repo.ts'
import { createWakeSignal, type WakeSignal } from '#server/jobs/wake-signal.ts'
import { noteCause } from '#server/lib/causing-traces.ts'
import { isDiskFull } from '#server/lib/disk-full.ts'
import { inTrace } from '#server/lib/tracing.ts'
import type { OnInstanceChange } from '#server/ports/compute.ts'

const stepsAtOnce = 32
const tasksAtOnce = 4
/** Fallback interval for looking at instances, in case a wake-up is missed; normally a due time or a wake-up triggers it. */
const lanesRestMs = 15_000
/** Fallback interval for guards that are not due; those runs only record that guards are being watched. */
const guardsRestMs = 60_000
/** Retry delay for due work that is locked by somebody else. */
const busyRetryMs = 1_000
/** Maximum interval between runs of a job with no due work. */
const idleRunMs = 10 * 60_000
const watchRetryMs = 5_000
const leaseSlackMs = 30_000

interface Lane {
  begin: typeof startDueSteps
  nextDue: typeof findNextStepTime
  at_once: number
}

/**
 * Runs each periodic job on one node at a time, and the reconciler on every worker node. `stop` waits for work, not for pulls.
 */
export async function startJobs(deps: Deps, jobs: readonly Job[], worker: string): Promise<{ stop(): Promise<void> }> {
  const { clock, database, figures, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  setMaxListeners(0, signal) // every loop listens; this is not a leak

  async function attempt(name: string, run: () => Promise<unknown>, everyMs = lanesRestMs): Promise<void> {
    try {
      await run()
    } catch (error) {
      if (signal.aborted && name === 'tasks') return
      figures.failJob(name, everyMs / 1000)
      if (isDiskFull(error)) figures.failForWantOfRoom(clock.now())
      log.error({ err: error, job: name }, 'job failed')
    } finally {
      // what ends after the stop, as the tasks may, is no sign of life
      if (!signal.aborted) figures.passJobs(clock.now())
    }
  }

  /** Waits until work is due or the bell rings; waits `again_ms` if the work is still due, to avoid a busy loop. */
  const restUntil = (
    bell: WakeSignal,
    due: Date | null,
    { longest_ms: longestMs, again_ms: againMs }: { longest_ms: number; again_ms: number },
  ) => {
    const aheadMs = due ? due.getTime() - clock.now().getTime() : longestMs
    return bell.rest(aheadMs > 0 ? Math.min(longestMs, aheadMs) : againMs)
  }

  async function repeat(job: Job): Promise<void> {
    const bell = createWakeSignal(clock, signal)
    const stopListening = job.woken_by === undefined ? undefined : await database.listen(job.woken_by, bell.ring)
    let since: Date | undefined
    /** Returns now if the due time is unknown or the clock was set back since the last run. */
    const nextDue = async (): Promise<Date | null> => {
      const now = clock.now()
      if (!since || since > now || now.getTime() - since.getTime() >= idleRunMs || !job.nextDue) return now
      return job.nextDue(deps, since)
    }
    while (!signal.aborted) {
      let due: Date | null = null
      await attempt(
        job.name,
        async () => {
          const now = clock.now()
          due = await nextDue()
          if (!due || due > now) return
          since = now
          const until = new Date(now.getTime() + job.every_ms + leaseSlackMs)
          if (await claimLease(database.kysely, job.name, worker, now, until)) {
            await inTrace({ name: `job ${job.name}`, attributes: { job: job.name } }, () => job.run(deps, signal))
            figures.endJob(job.name, { every_s: job.every_ms / 1000, begun: now, ended: clock.now() })
          }
          due = job.nextDue ? await job.nextDue(deps, now) : null
        },
        job.every_ms,
      )
      await restUntil(bell, due, { longest_ms: job.every_ms, again_ms: job.every_ms })
    }
    await stopListening?.()
  }

  /**
   * Claims due work of one lane and runs it, up to `at_once` items in parallel. Items do not wait for each other, so that a slow
   * image pull does not delay another instance's shutdown.
   */
  async function work(name: 'reconcile' | 'tasks', { begin, nextDue, at_once: atOnce }: Lane, bell: WakeSignal): Promise<void> {
    const underWay = new Set<Promise<void>>()
    while (!signal.aborted) {
      let begun: Promise<void>[] = []
      let due: Date | null = null
      await attempt(name, async () => {
        begun = await begin(deps, worker, atOnce - underWay.size, signal)
        if (begun.length === 0) due = await nextDue(deps)
      })
      for (const step of begun) {
        const done = attempt(name, () => step).then(() => {
          underWay.delete(done)
          bell.ring()
        })
        underWay.add(done)
      }
      if (underWay.size >= atOnce) await Promise.race(underWay)
      else if (begun.length === 0) await restUntil(bell, due, { longest_ms: lanesRestMs, again_ms: busyRetryMs })
    }
    await Promise.all(underWay)
  }

  figures.passJobs(clock.now())
  const guards = createWakeSignal(clock, signal)
  async function guard(): Promise<void> {
    while (!signal.aborted) {
      let due: Date | null = null
      await attempt('guards', async () => {
        due = await inTrace({ name: 'job guards' }, () => runDueGuards(deps, () => checkClockSteady(deps)))
      })
      await restUntil(guards, due, { longest_ms: guardsRestMs, again_ms: busyRetryMs })
    }
  }

  const looks = new Set<Promise<void>>()
  /** Handles an engine event for one instance immediately instead of waiting for the next full scan. */
  const wake: OnInstanceChange = (id, what) => {
    steps.ring()
    if (what === undefined || signal.aborted) return
    const work = what === 'oom' ? recordOutOfMemory(deps, id) : observeOneInstance(deps, id, signal)
    const look = work
      .catch((error) => log.warn({ err: error, instance: id }, 'what the engine said was not looked at'))
      .finally(() => looks.delete(look))
    looks.add(look)
  }

  const onSilence = (host: string) => {
    const record = recordHostUnseen(deps, host)
      .catch((error) => log.warn({ err: error, host }, 'the silence of a host was not recorded'))
      .finally(() => looks.delete(record))
    looks.add(record)
  }

  /**
   * Keeps a watch open. A watch ends when the engine stops, for example; the loop notices this at once and starts another one.
   */
  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await deps.compute.watch(wake, signal, onSilence).catch((error) => {
        if (!signal.aborted) log.warn({ err: error }, 'compute watch ended')
      })
      if (signal.aborted) break
      await attempt('watch', async () => {
        if (!(await deps.compute.health(signal)).ok && !signal.aborted) await recordInstancesUnseen(deps)
      })
      await clock.sleep(watchRetryMs, signal)
    }
    await Promise.all(looks)
  }

  const [steps, tasks] = [createWakeSignal(clock, signal), createWakeSignal(clock, signal)]
  const stopListeningToGuards = await database.listen(guardsChannel, guards.ring)
  const stopListening = await database.listen(workChannel, (notice) => {
    noteCause(notice, clock.now())
    steps.ring()
    tasks.ring()
  })
  const reconcile = work('reconcile', { begin: startDueSteps, nextDue: findNextStepTime, at_once: stepsAtOnce }, steps)
  const loops = [...jobs.map(repeat), reconcile, guard(), watch()]
  // Long tasks have their own lane, so that saving an image never delays a boot. Shutdown does not wait for them: the next worker
  // continues interrupted tasks.
  void work('tasks', { begin: startDueTasks, nextDue: findNextTaskTime, at_once: tasksAtOnce }, tasks)
  return {
    stop: async () => {
      stopping.abort()
      await stopListening()
      await stopListeningToGuards()
      await Promise.all(loops)
    },
  }
}
