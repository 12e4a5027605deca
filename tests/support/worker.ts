import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { timeIsSteady } from '#server/jobs/clock-guard.ts'
import { charge, enforce } from '#server/jobs/jobs.ts'
import type { GpuUse } from '#server/modules/guards/idle.service.ts'
import { lookDue } from '#server/modules/guards/look.service.ts'
import { observeAll } from '#server/modules/instances/observe.service.ts'
import { reconcileDue } from '#server/modules/instances/reconcile.service.ts'
import { workOnTask } from '#server/modules/instances/tasks.service.ts'
import { serveQueues } from '#server/modules/queue/serve.service.ts'
import type { HeldClock } from '#tests/support/held-clock.ts'

/** As the runner schedules them. */
const every_ms = { observe: 15_000, charge: 60_000, enforce: 30_000 } as const
const longest_step_ms = 60_000

/** The worker's jobs, run by hand: time moves in small steps and after each one everything that is due is done. */
export function workerOf({ deps, clock }: { deps: Deps; clock: HeldClock }, name = 'worker', gpu_use?: GpuUse) {
  const jobs = { observe: () => observeAll(deps), charge: () => charge(deps), enforce: () => enforce(deps) } as const
  const last = { observe: Number.NEGATIVE_INFINITY, charge: Number.NEGATIVE_INFINITY, enforce: Number.NEGATIVE_INFINITY }

  /** Reconciles and carries on long work until nothing is due. */
  async function reconcile(): Promise<void> {
    while ((await reconcileDue(deps, name)) > 0 || (await workOnTask(deps, name)));
  }

  /** Whether any was due. */
  async function runDueJobs(): Promise<boolean> {
    const now = clock.now().getTime()
    const due = (['observe', 'charge', 'enforce'] as const).filter((job) => Math.abs(now - last[job]) >= every_ms[job])
    for (const job of due) {
      last[job] = now
      // The runner logs what a job throws, and runs it again next time.
      await jobs[job]().catch(() => undefined)
    }
    return due.length > 0
  }

  async function untilDue(): Promise<number> {
    const { rows } = await sql<{ due: Date | null }>`
      select least((select min(greatest(next_reconcile_at, lease_until)) from instances where released_at is null),
                   (select min(due_at) from instance_guards)) as due`.execute(deps.database.kysely)
    const due = rows[0]?.due
    return due ? due.getTime() - clock.now().getTime() : Number.POSITIVE_INFINITY
  }

  /** Everything a worker would do at this moment. */
  async function work(): Promise<void> {
    await reconcile()
    if (await runDueJobs()) await reconcile()
    // The runner is woken whenever cards come free or somebody joins.
    await serveQueues(deps)
    await reconcile()
    await lookDue(deps, () => timeIsSteady(deps), gpu_use)
    await reconcile()
  }

  /** Lets `ms` pass as they would with a worker running. */
  async function tick(ms: number, step_ms = longest_step_ms): Promise<void> {
    await work()
    for (let left = ms; left > 0; ) {
      const due = await untilDue()
      const step = Math.min(left, step_ms, due > 0 ? due : step_ms)
      await clock.advance(step)
      left -= step
      await work()
    }
  }

  return { tick, work, reconcile, observe: jobs.observe, charge: jobs.charge, enforce: jobs.enforce }
}
