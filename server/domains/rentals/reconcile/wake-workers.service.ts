import { notifyAfterCommit, type Tx } from '#server/tx.ts'

/** Notification channel that wakes the workers; the work itself is in the rows. */
export const workChannel = 'zhisuan_work'

export const wakeWorkers = (tx: Tx): void => notifyAfterCommit(tx, workChannel, 'reconcile')
