import { setMaxListeners } from 'node:events'
import type { Deps } from '#server/deps.ts'
import { bellOf } from '#server/jobs/bell.ts'
import { timeIsSteady } from '#server/jobs/clock-guard.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { takeLease } from '#server/jobs/leases.repo.ts'
import { lookDue } from '#server/modules/guards/look.service.ts'
import { guards_channel } from '#server/modules/guards/wake.service.ts'
import { beginDue } from '#server/modules/instances/reconcile.service.ts'
import { workOnTask } from '#server/modules/instances/tasks.service.ts'
import { work_channel } from '#server/modules/instances/work.service.ts'

const reconcile_every_ms = 1_000
const steps_at_once = 32
const tasks_at_once = 4
/** A guard is looked at when it is due; more often than this only says that somebody is watching. */
const guards_rest_ms = 60_000
const watch_again_ms = 5_000
const lease_slack_ms = 30_000

const restUntil = (due: Date | null, now: Date): number =>
  Math.max(1, Math.min(guards_rest_ms, due ? due.getTime() - now.getTime() : guards_rest_ms))

/** Runs the periodic jobs, each on one node at a time, and the reconciler on every worker node. `stop` waits for what is under way. */
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

  async function repeat(job: Job): Promise<void> {
    const bell = bellOf(clock, signal)
    const stopListening = job.woken_by === undefined ? undefined : await database.listen(job.woken_by, bell.ring)
    while (!signal.aborted) {
      await attempt(job.name, async () => {
        const now = clock.now()
        const until = new Date(now.getTime() + job.every_ms + lease_slack_ms)
        if (await takeLease(database.kysely, job.name, worker, now, until)) await job.run(deps)
      })
      await bell.rest(job.every_ms)
    }
    await stopListening?.()
  }

  const work = bellOf(clock, signal)
  /** Steps do not wait for one another: nobody is shut down later because somebody else's image is still on its way. */
  async function reconcile(): Promise<void> {
    const under_way = new Set<Promise<void>>()
    while (!signal.aborted) {
      let begun: Promise<void>[] = []
      await attempt('reconcile', async () => {
        begun = await beginDue(deps, worker, steps_at_once - under_way.size)
      })
      for (const step of begun) {
        const done = attempt('reconcile', () => step).then(() => {
          under_way.delete(done)
          work.ring()
        })
        under_way.add(done)
      }
      if (under_way.size >= steps_at_once) await Promise.race(under_way)
      else if (begun.length === 0) await work.rest(reconcile_every_ms)
    }
    await Promise.all(under_way)
  }

  /** Long work has loops of its own, so that nobody's boot waits for somebody's image to be saved. */
  async function carryOnTasks(): Promise<void> {
    while (!signal.aborted) {
      let found = false
      await attempt('tasks', async () => {
        found = await workOnTask(deps, worker)
      })
      if (!found) await clock.sleep(reconcile_every_ms, signal)
    }
  }

  const guards = bellOf(clock, signal)
  async function guard(): Promise<void> {
    while (!signal.aborted) {
      let due: Date | null = null
      await attempt('guards', async () => {
        due = await lookDue(deps, () => timeIsSteady(deps))
      })
      await guards.rest(restUntil(due, clock.now()))
    }
  }

  /** A watch ends with whatever it goes through, at a restart of the engine for one: then another begins. */
  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await deps.compute.watch(work.ring, signal).catch((error) => {
        if (!signal.aborted) log.warn({ err: error }, 'compute watch ended')
      })
      await clock.sleep(watch_again_ms, signal)
    }
  }

  const stop_listening_to_guards = await database.listen(guards_channel, guards.ring)
  const stop_listening = await database.listen(work_channel, work.ring)
  const loops = [...jobs.map(repeat), reconcile(), guard(), watch()]
  // Not waited for at the end: what is broken off is carried on by whoever comes next.
  for (let lane = 0; lane < tasks_at_once; lane += 1) void carryOnTasks()
  return {
    stop: async () => {
      stopping.abort()
      await stop_listening()
      await stop_listening_to_guards()
      await Promise.all(loops)
    },
  }
}
