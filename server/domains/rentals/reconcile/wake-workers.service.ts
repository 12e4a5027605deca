import type { Tx } from '#server/tx.ts'

/** Wakes the workers: rows say what is to be done, this only says that there may be some. */
export const work_channel = 'zhisuan_work'

export const wakeWorkers = (tx: Tx): void =>
  tx.afterCommit(() => tx.deps.database.notify(work_channel, 'reconcile'), work_channel)
