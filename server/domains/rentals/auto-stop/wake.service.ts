import { status_codes } from '#contract/instance-actions.ts'
import { guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import type { Tx } from '#server/tx.ts'

/** Wakes the workers' watch over the guards. */
export const guards_channel = 'zhisuan_guards'

/** Has the guards of an instance looked at again: call it when anything they depend on has changed. */
export async function wakeGuards(tx: Tx, instance_id: string, { new_run = false } = {}): Promise<void> {
  await guardsRepo(tx.db).wake(instance_id, tx.now(), new_run)
  tx.afterCommit(() => tx.deps.database.notify(guards_channel, instance_id))
}

/** Whether a move begins a new run: a boot does, the second half of a restart does not. */
export const beginsRun = (from: number, to: number): boolean =>
  to === status_codes.starting && (from === status_codes.shut_down || from === status_codes.abnormal)
