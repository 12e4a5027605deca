import type { Transaction } from 'kysely'
import type { Notice } from '#server/db/database.ts'
import type { AfterCommit } from '#server/db/transaction.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'

/** What every unit of work needs; programs at the terminal have no more. */
export type TxDeps = Pick<Deps, 'clock' | 'database'>

/** One unit of work: what a service function needs to change something, in one database transaction. */
export interface Tx<D extends TxDeps = Deps> {
  readonly db: Transaction<DB>
  /** The outside world behind ports; nothing slow is awaited inside a transaction. */
  readonly deps: D
  /** Runs once the commit is durable; hooks of one `once` run once. */
  readonly afterCommit: AfterCommit
  now(): Date
}

const createTx = <D extends TxDeps>(deps: D, db: Transaction<DB>, afterCommit: AfterCommit): Tx<D> => ({
  db,
  deps,
  afterCommit,
  now: () => deps.clock.now(),
})

const notices = new WeakMap<Transaction<DB>, Map<string, Notice>>()

/** Sends a notification once the transaction is committed; equal ones once, all of a transaction in one statement. */
export function notifyAfterCommit(tx: Tx<TxDeps>, ...notice: Notice): void {
  const known = notices.get(tx.db)
  const own = known ?? new Map<string, Notice>()
  own.set(notice.join(' '), notice)
  if (known) return
  notices.set(tx.db, own)
  tx.afterCommit(() => tx.deps.database.notifyAll([...own.values()]))
}

/** Runs `work` in one transaction; again, a few times at most, where the database asks for it. See `Database.transaction`. */
export const inTransaction = <T, D extends TxDeps = Deps>(deps: D, work: (tx: Tx<D>) => Promise<T>): Promise<T> =>
  deps.database.transaction((db, afterCommit) => work(createTx(deps, db, afterCommit)))
