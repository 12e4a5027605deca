import type { Deps } from '#server/deps.ts'
import type { AfterCommit } from '#server/http/context.ts'

/** Wakes the workers: rows say what is to be done, this only says that there may be some. */
export const work_channel = 'zhisuan_work'

export const wakeWorkers = (afterCommit: AfterCommit, { database }: Pick<Deps, 'database'>): void =>
  afterCommit(() => database.notify(work_channel, 'reconcile'), work_channel)
