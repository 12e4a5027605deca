import { type DatabaseEngine, runSingleStatement } from './session.ts'

/** PGlite has no background processes: without upkeep, its log grows forever and dead rows are never removed. */

const upkeepIntervalMs = 30_000
const logMaxBytes = 32 * 1024 * 1024

const logSizeQuery = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`

// The thresholds are autovacuum's defaults; transaction ids are frozen long before they run out at 2e9.
const wornTablesQuery = `
  select c.oid::regclass::text as name from pg_class c left join pg_stat_all_tables s on s.relid = c.oid
  where c.relkind = 'r' and c.relpersistence = 'p' and (
    s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
    or age(c.relfrozenxid) > 200000000)`

/** Runs one round: a checkpoint if the log has grown, then a vacuum of each table with many dead rows, each in its own turn. */
export async function runUpkeepRound(engine: DatabaseEngine, stopped: () => boolean = () => false): Promise<void> {
  const [log] = (await runSingleStatement(engine, logSizeQuery)).rows
  if (Number(log?.bytes) > logMaxBytes && !stopped()) await runSingleStatement(engine, 'checkpoint')
  if (stopped()) return
  const { rows } = await runSingleStatement(engine, wornTablesQuery)
  for (const { name } of rows) if (!stopped()) await runSingleStatement(engine, `vacuum (analyze) ${name}`)
}

/** Repeats the round as long as the engine lives. Returns a stop function that waits for the current round. */
export function startUpkeep(engine: DatabaseEngine): () => Promise<void> {
  let stopped = false
  let round: Promise<void> | undefined
  const timer = setInterval(() => {
    round ??= runUpkeepRound(engine, () => stopped)
      // If the database has died, its next callers get the error.
      .catch((error: unknown) => console.error('database upkeep failed', error))
      .finally(() => {
        round = undefined
      })
  }, upkeepIntervalMs)
  timer.unref()
  return async () => {
    stopped = true
    clearInterval(timer)
    await round
  }
}
