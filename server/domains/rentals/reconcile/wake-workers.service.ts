import { describeCause } from '#server/lib/causing-traces.ts'
import { notifyAfterCommit, type Tx } from '#server/tx.ts'

/** Notification channel that wakes the workers; the work itself is in the rows. */
export const workChannel = 'zhisuan_work'

/** With an instance, whatever is then done with it belongs to the trace of this call, if there is one. */
export const wakeWorkers = (tx: Tx, instanceId?: string): void =>
  notifyAfterCommit(tx, workChannel, (instanceId && describeCause(instanceId)) ?? 'reconcile')
