import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, OperationNodeSource, Transaction } from 'kysely'
import { computeBackoff } from '#server/lib/backoff.ts'
import { findSqlState, isLockTimeout } from './errors.ts'
import { isInvalidName } from './named-statements.ts'
import { writeTogether } from './together.ts'
import type { DB } from './types.ts'

/** Registers a hook; hooks with the same `once` name run only once per transaction. */
export type AfterCommit = (hook: () => void | Promise<void>, once?: string) => void
export type TransactionWork<T> = (trx: Transaction<DB>, afterCommit: AfterCommit) => Promise<T>

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const attemptsMax = 6
/** Few attempts, because a transaction that waits for a row lock occupies a connection all that time. */
const maxLockWaits = 2
const pauseMs = 10
const pauseMaxMs = 1_000

interface OpenedTransaction {
  by: OpenTransaction
  open: boolean
  /** The enclosing transaction, on another database. */
  within: OpenedTransaction | undefined
}

/** Shared by all databases, because each AsyncLocalStorage slows down every promise of the process a little, permanently. */
const openedStorage = new AsyncLocalStorage<OpenedTransaction>()

/** Tracks along the asynchronous call chain whether a transaction of one database is open. */
export class OpenTransaction {
  /** Throws if called from inside the transaction's own work. */
  refuseNesting(): void {
    for (let at = openedStorage.getStore(); at; at = at.within)
      if (at.by === this && at.open)
        throw new Error('inside transaction() use its trx: another session would wait for this transaction for ever')
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    // Work started inside that continues after the end may use the database again.
    const state: OpenedTransaction = { by: this, open: true, within: openedStorage.getStore() }
    try {
      return await openedStorage.run(state, work)
    } finally {
      state.open = false
    }
  }
}

type Writes = Record<string, () => OperationNodeSource>

const lastWrites = new WeakMap<Transaction<DB>, Writes>()

/** Defers a write to the one statement that ends a transaction of `Database`; writes of one name are one. */
export function writeAtEnd(trx: Transaction<DB>, name: string, write: Writes[string]): void {
  const known = lastWrites.get(trx)
  if (!known) throw new Error('writeAtEnd needs the trx of an open transaction()')
  known[name] = write
}

async function runWithLastWrites<T>(work: TransactionWork<T>, trx: Transaction<DB>, afterCommit: AfterCommit): Promise<T> {
  const own: Writes = {}
  lastWrites.set(trx, own)
  const result = await work(trx, afterCommit)
  lastWrites.delete(trx)
  await writeTogether(trx, Object.fromEntries(Object.entries(own).map(([name, write]) => [name, write()])))
  return result
}

/**
 * Runs `work` in one transaction, then its after-commit hooks. Retries serialization failures, deadlocks, row lock timeouts and
 * plans that a migration made invalid.
 */
export async function runTransaction<T>(kysely: Kysely<DB>, open: OpenTransaction, work: TransactionWork<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const hooks: Parameters<AfterCommit>[0][] = []
    const named = new Set<string>()
    const afterCommit: AfterCommit = (hook, once) => {
      if (once !== undefined && named.has(once)) return
      if (once !== undefined) named.add(once)
      hooks.push(hook)
    }
    try {
      const result = await kysely.transaction().execute((trx) => open.run(() => runWithLastWrites(work, trx, afterCommit)))
      await runHooks(hooks)
      return result
    } catch (error) {
      if (attempt >= getMaxAttempts(error)) throw error
      await sleep(computeBackoff({ attempt, base: pauseMs, max: pauseMaxMs, jitter: [0, 1] }))
    }
  }
}

function getMaxAttempts(error: unknown): number {
  if (isLockTimeout(error)) return maxLockWaits
  return isInvalidName(error) || [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(findSqlState(error) ?? '') ? attemptsMax : 1
}

/** The transaction is committed regardless of hooks, so a failing hook is logged, not thrown. */
async function runHooks(hooks: readonly (() => void | Promise<void>)[]): Promise<void> {
  for (const hook of hooks) {
    try {
      await hook()
    } catch (error) {
      console.error('after-commit hook failed', error)
    }
  }
}
