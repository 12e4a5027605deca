import type { Tx } from '#server/tx.ts'

/** Wakes the workers: rows say what is to be done, this only says that there may be some. */
export const workChannel = 'zhisuan_work'

export const wakeWorkers = (tx: Tx): void => tx.afterCommit(() => tx.deps.database.notify(workChannel, 'reconcile'), workChannel)
