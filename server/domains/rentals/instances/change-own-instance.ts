import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { presentInstance } from '#server/domains/rentals/instances/instances.presenter.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import type { Move } from '#server/domains/rentals/instances/transition.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import type { AfterCommit, Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Change = (trx: Transaction<DB>, afterCommit: AfterCommit, row: InstanceRow, by: Move['by']) => Promise<void>

/** Changes an own instance under its lock, and answers it as it is then. `not_found` for what is not the caller's. */
export const change = ({ deps, caller, transaction }: Context, id: string, work: Change) =>
  transaction(async (trx, afterCommit) => {
    const row = await instancesRepo(trx).lockOwn(caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    await work(trx, afterCommit, row, { actor: 'user', actor_id: caller.user_id })
    wakeWorkers(afterCommit, deps)
    return presentInstance(trx, caller.user_id, id, deps.clock.now())
  })
