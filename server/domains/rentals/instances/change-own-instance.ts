import { presentInstance } from '#server/domains/rentals/instances/instances.presenter.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import type { InstanceMove } from '#server/domains/rentals/instances/transition.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type InstanceChange = (tx: Tx, row: InstanceRow, by: InstanceMove['by']) => Promise<void>

/** Changes an own instance under its lock and returns the new state. Throws `not_found` if it is not the caller's. */
export const changeOwnInstance = ({ deps, caller, transaction }: Context, id: string, work: InstanceChange) =>
  transaction(async (tx) => {
    const row = await instancesRepo(tx.db).lockOwn(caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    await work(tx, row, { actor: 'user', actor_id: caller.user_id })
    wakeWorkers(tx)
    return presentInstance(tx.db, caller.user_id, id, deps.clock.now())
  })
