import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { notifyAfterCommit, type Tx } from '#server/tx.ts'

/** Notification channel that wakes the guard workers. */
export const guardsChannel = 'zhisuan_guards'

/** Makes the guards of instances due; call it when anything they depend on has changed. */
export async function wakeGuards(tx: Tx, ...instanceIds: string[]): Promise<void> {
  if (instanceIds.length === 0) return
  for (const id of instanceIds) notifyAfterCommit(tx, guardsChannel, id)
  await guardsRepo(tx.db).wake(instanceIds, tx.now())
}

/** The same for one as a write to be executed; `new_run` begins a new run. */
export function buildGuardsWake(tx: Tx, instanceId: string, { new_run: newRun = false } = {}) {
  notifyAfterCommit(tx, guardsChannel, instanceId)
  return guardsRepo(tx.db).buildWake(instanceId, tx.now(), newRun)
}

/** Whether a status change begins a new run: a boot does, the second half of a restart does not. */
export const isRunStart = (from: number, to: number): boolean =>
  to === instanceStatusCodes.starting && (from === instanceStatusCodes.shut_down || from === instanceStatusCodes.abnormal)
