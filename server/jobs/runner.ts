import { setMaxListeners } from 'node:events'
import type { Deps } from '#server/deps.ts'
import { lookDue } from '#server/domains/rentals/auto-stop/evaluate-auto-stop.service.ts'
import { guards_channel } from '#server/domains/rentals/auto-stop/wake.service.ts'
import { noteOutOfMemory } from '#server/domains/rentals/instances/timeline.service.ts'
import { noteDarkness, observeOne } from '#server/domains/rentals/reconcile/observe.service.ts'
import { beginDue, nextStepDue } from '#server/domains/rentals/reconcile/reconcile.service.ts'
import { work_channel } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import { beginTasks, nextTaskDue } from '#server/domains/rentals/tasks/tasks.service.ts'
import { timeIsSteady } from '#server/jobs/clock-guard.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { takeLease } from '#server/jobs/leases.repo.ts'
import { type Bell, bellOf } from '#server/jobs/wake-signal.ts'
import type { Wake } from '#server/ports/compute.ts'

const steps_at_once = 32
const tasks_at_once = 4
/** Instances are looked at when one is due or the bell rings; this often in case the bell was not heard. */
const lanes_rest_ms = 15_000
/** More often than it is due, a guard is looked at only to note that somebody is watching. */
const guards_rest_ms = 60_000
/** What is due and was not to be had, since somebody else holds it for a moment. */
const again_ms = 1_000
/** A job that nothing seems to be due for runs this often all the same. */
const unasked_ms = 10 * 60_000
const watch_again_ms = 5_000
const lease_slack_ms = 30_000

interface Lane {
  begin: typeof beginDue
  nextDue: typeof nextStepDue
  at_once: number
}

/** Runs the periodic jobs, each on one node at a time, and the reconciler on every worker node. `stop` waits for what is under way, but for pulls. */
export async function startJobs(deps: Deps, jobs: readonly Job[], worker: string): Promise<{ stop(): Promise<void> }> {
  const { clock, database, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  setMaxListeners(0, signal) // every loop listens, which is no leak

  async function attempt(name: string, run: () => Promise<unknown>): Promise<void> {
    try {
      await run()
    } catch (error) {
      if (!(signal.aborted && name === 'tasks')) log.error({ err: error, job: name }, 'job failed')
    }
  }

  /** Rests until something is due or the bell rings; where it was due already, and is still, not for nothing. */
  const restUntil = (bell: Bell, due: Date | null, { longest_ms, again_ms }: { longest_ms: number; again_ms: number }) => {
    const ahead_ms = due ? due.getTime() - clock.now().getTime() : longest_ms
    return bell.rest(ahead_ms > 0 ? Math.min(longest_ms, ahead_ms) : again_ms)
  }

  async function repeat(job: Job): Promise<void> {
    const bell = bellOf(clock, signal)
    const stopListening = job.woken_by === undefined ? undefined : await database.listen(job.woken_by, bell.ring)
    let since: Date | undefined
    /** At once where nothing says when: never mind a clock that was set back since the last run. */
    const nextDue = async (): Promise<Date | null> => {
      const now = clock.now()
      if (!since || since > now || now.getTime() - since.getTime() >= unasked_ms || !job.nextDue) return now
      return job.nextDue(deps, since)
    }
    while (!signal.aborted) {
      let due: Date | null = null
      await attempt(job.name, async () => {
        const now = clock.now()
        due = await nextDue()
        if (!due || due > now) return
        since = now
        const until = new Date(now.getTime() + job.every_ms + lease_slack_ms)
        if (await takeLease(database.kysely, job.name, worker, now, until)) await job.run(deps)
        due = job.nextDue ? await job.nextDue(deps, now) : null
      })
      await restUntil(bell, due, { longest_ms: job.every_ms, again_ms: job.every_ms })
    }
    await stopListening?.()
  }

  /**
   * Claims what is due of one lane and carries it on, so many at once. Nothing waits for anything else: nobody is shut down
   * later because somebody else's image is still on its way.
   */
  async function work(name: 'reconcile' | 'tasks', { begin, nextDue, at_once }: Lane, bell: Bell): Promise<void> {
    const under_way = new Set<Promise<void>>()
    while (!signal.aborted) {
      let begun: Promise<void>[] = []
      let due: Date | null = null
      await attempt(name, async () => {
        begun = await begin(deps, worker, at_once - under_way.size, signal)
        if (begun.length === 0) due = await nextDue(deps)
      })
      for (const step of begun) {
        const done = attempt(name, () => step).then(() => {
          under_way.delete(done)
          bell.ring()
        })
        under_way.add(done)
      }
      if (under_way.size >= at_once) await Promise.race(under_way)
      else if (begun.length === 0) await restUntil(bell, due, { longest_ms: lanes_rest_ms, again_ms })
    }
    await Promise.all(under_way)
  }

  const guards = bellOf(clock, signal)
  async function guard(): Promise<void> {
    while (!signal.aborted) {
      let due: Date | null = null
      await attempt('guards', async () => {
        due = await lookDue(deps, () => timeIsSteady(deps))
      })
      await restUntil(guards, due, { longest_ms: guards_rest_ms, again_ms })
    }
  }

  const looks = new Set<Promise<void>>()
  /** What the engine says of one instance is looked at at once, not at the next look at all of them. */
  const wake: Wake = (id, what) => {
    steps.ring()
    if (what === undefined || signal.aborted) return
    const work = what === 'oom' ? noteOutOfMemory(deps, id) : observeOne(deps, id, signal)
    const look = work
      .catch((error) => log.warn({ err: error, instance: id }, 'what the engine said was not looked at'))
      .finally(() => looks.delete(look))
    looks.add(look)
  }

  /** A watch ends with whatever it goes through, at the end of the engine for one: that is known at once, and another begins. */
  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await deps.compute.watch(wake, signal).catch((error) => {
        if (!signal.aborted) log.warn({ err: error }, 'compute watch ended')
      })
      if (signal.aborted) break
      await attempt('watch', async () => {
        if (!(await deps.compute.health(signal)).ok && !signal.aborted) await noteDarkness(deps)
      })
      await clock.sleep(watch_again_ms, signal)
    }
    await Promise.all(looks)
  }

  const [steps, tasks] = [bellOf(clock, signal), bellOf(clock, signal)]
  const stop_listening_to_guards = await database.listen(guards_channel, guards.ring)
  const stop_listening = await database.listen(work_channel, () => {
    steps.ring()
    tasks.ring()
  })
  const reconcile = work('reconcile', { begin: beginDue, nextDue: nextStepDue, at_once: steps_at_once }, steps)
  const loops = [...jobs.map(repeat), reconcile, guard(), watch()]
  // Long work has a lane of its own, so that nobody's boot waits for somebody's image to be saved; and it is not waited for
  // at the end: what is broken off is carried on by whoever comes next.
  void work('tasks', { begin: beginTasks, nextDue: nextTaskDue, at_once: tasks_at_once }, tasks)
  return {
    stop: async () => {
      stopping.abort()
      await stop_listening()
      await stop_listening_to_guards()
      await Promise.all(loops)
    },
  }
}
