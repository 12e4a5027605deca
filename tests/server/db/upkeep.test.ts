import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PgliteEngine } from '#server/db/pglite-engine.ts'
import { PgliteThread } from '#server/db/pglite-thread.ts'
import { runUpkeepRound } from '#server/db/pglite-upkeep.ts'
import { runSingleStatement } from '#server/db/session.ts'
import { createTemporaryFolder } from '#tests/support/engines.ts'

describe('upkeep of the embedded database', () => {
  const directory = createTemporaryFolder()
  let engine: PgliteEngine
  beforeAll(async () => {
    engine = new PgliteEngine(await PgliteThread.open({ directory, template: undefined }, () => {}))
  })
  afterAll(async () => {
    await engine?.close()
    fs.rmSync(directory, { recursive: true, force: true })
  })

  const number = async (query: string) => Number((await runSingleStatement(engine, query)).rows[0]?.n)
  const logged = () => number('select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as n from pg_control_checkpoint()')
  const dead = () => number(`select n_dead_tup as n from pg_stat_user_tables where relname = 'busy'`)

  it('writes a checkpoint once the log has grown, and removes dead rows', async () => {
    await runSingleStatement(
      engine,
      `create table busy as select g as id, repeat('x', 500) as pad from generate_series(1, 20000) g`,
    )
    for (let round = 0; round < 3; round++) await runSingleStatement(engine, `update busy set pad = repeat('${round}', 500)`)
    // PostgreSQL counts dead rows once a second at most unless told otherwise.
    await runSingleStatement(engine, 'select pg_stat_force_next_flush()')
    expect(await logged()).toBeGreaterThan(32 * 1024 * 1024)
    expect(await dead()).toBeGreaterThan(50_000)
    await runUpkeepRound(engine)
    expect(await logged()).toBeLessThan(32 * 1024 * 1024)
    expect(await dead()).toBe(0)
  })

  it('does nothing when there is nothing to do', async () => {
    await runUpkeepRound(engine)
    const before = await number('select pg_wal_lsn_diff(checkpoint_lsn, $$0/0$$) as n from pg_control_checkpoint()')
    await runUpkeepRound(engine)
    expect(await number('select pg_wal_lsn_diff(checkpoint_lsn, $$0/0$$) as n from pg_control_checkpoint()')).toBe(before)
  })
})
