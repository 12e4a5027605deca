import type { Transaction } from 'kysely'
import { status_codes } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import type { AfterCommit } from '#server/http/context.ts'

/** Wakes the workers' watch over the guards. */
export const guards_channel = 'zhisuan_guards'

/** Has the guards of an instance looked at again: call it when anything they depend on has changed. */
export async function wakeGuards(
  trx: Transaction<DB>,
  afterCommit: AfterCommit,
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  instance_id: string,
  { new_run = false } = {},
): Promise<void> {
  await guardsRepo(trx).wake(instance_id, clock.now(), new_run)
  afterCommit(() => database.notify(guards_channel, instance_id))
}

/** Whether a move begins a new run: a boot does, the second half of a restart does not. */
export const beginsRun = (from: number, to: number): boolean =>
  to === status_codes.starting && (from === status_codes.shut_down || from === status_codes.abnormal)
