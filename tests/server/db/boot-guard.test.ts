import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { PGLITE_MAJOR } from '#server/db/pglite-durable.ts'
import { createTemporaryFolder } from '#tests/support/engines.ts'
import { findPostgres, startPostgres, type ThrowawayPostgres } from '../../../scripts/throwaway-postgres.ts'

describe('the embedded database at start', () => {
  const folders: string[] = []
  const folder = () => {
    folders.push(createTemporaryFolder())
    return folders.at(-1) ?? ''
  }
  afterAll(() => folders.forEach((name) => void fs.rmSync(name, { recursive: true, force: true })))

  it('is durable, small, and of the major version this program says', async () => {
    const database = await openDatabase({ data_dir: folder() })
    const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'wal_sync_method', 'shared_buffers', 'server_version']
    const { rows } = await sql<Record<string, string>>`
      select ${sql.join(names.map((name) => sql`current_setting(${sql.lit(name)}) as ${sql.ref(name)}`))}`.execute(
      database.kysely,
    )
    await database.close()
    const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', wal_sync_method: 'fsync' }
    expect(rows[0]).toEqual({ ...durable, shared_buffers: '16MB', server_version: expect.stringMatching(`^${PGLITE_MAJOR}\\.`) })
  })

  it('refuses files of another major version, every time', async () => {
    const dataDir = folder()
    fs.mkdirSync(path.join(dataDir, 'pgdata'))
    fs.writeFileSync(path.join(dataDir, 'pgdata', 'PG_VERSION'), '17\n')
    for (let i = 0; i < 2; i++) {
      const refused = await openDatabase({ data_dir: dataDir }).catch((error: Error) => error.message)
      expect(refused).toContain(`数据目录 ${dataDir} 属于 PostgreSQL 17，这个版本的平台用 ${PGLITE_MAJOR}`)
      expect(refused).toMatch(/backup -- --rows .*restore -- --replace/)
    }
  })

  it('refuses files without a version, and leaves them alone', async () => {
    const dataDir = folder()
    fs.mkdirSync(path.join(dataDir, 'pgdata', 'base'), { recursive: true })
    await expect(openDatabase({ data_dir: dataDir })).rejects.toThrow(`数据目录 ${dataDir} 不完整`)
    expect(fs.readdirSync(path.join(dataDir, 'pgdata'))).toEqual(['base'])
  })

  it('starts afresh when the very first start was interrupted', async () => {
    const dataDir = folder()
    fs.mkdirSync(path.join(dataDir, 'pgdata', 'base'), { recursive: true })
    fs.writeFileSync(path.join(dataDir, 'pgdata', 'PG_VERSION'), PGLITE_MAJOR)
    fs.writeFileSync(path.join(dataDir, 'pgdata.unfinished'), '')
    const database = await openDatabase({ data_dir: dataDir })
    await database.close()
    expect(fs.readdirSync(dataDir)).toEqual(['pgdata'])
  })

  it('keeps its files from other users of the machine', async () => {
    const dataDir = path.join(folder(), 'db')
    const database = await openDatabase({ data_dir: dataDir })
    await database.close()
    const modes = [dataDir, path.join(dataDir, 'pgdata')].map((name) => fs.statSync(name).mode & 0o777)
    expect(modes).toEqual([0o700, 0o700])
  })
})

describe.skipIf(!findPostgres())('a PostgreSQL server at start', () => {
  let server: ThrowawayPostgres
  beforeAll(async () => {
    server = await startPostgres(['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'])
  })
  afterAll(() => server?.stop())

  it('is refused when it could lose a committed payment, naming the settings', async () => {
    await expect(openDatabase({ url: server.url })).rejects.toThrow(
      '数据库已关闭 fsync、full_page_writes、synchronous_commit，断电会丢失已提交的数据，拒绝启动',
    )
  })

  it('can be used all the same by whoever says so', async () => {
    const database = await openDatabase({ url: server.url, allow_unsafe: true })
    expect((await sql`select 1 as one`.execute(database.kysely)).rows).toEqual([{ one: 1 }])
    await database.close()
  })
})

describe.skipIf(!findPostgres())('a PostgreSQL server with default settings', () => {
  let server: ThrowawayPostgres
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server?.stop())

  it('is accepted, and every session has its limits', async () => {
    const database = await openDatabase({ url: server.url })
    const names = ['statement_timeout', 'idle_in_transaction_session_timeout', 'TimeZone']
    const { rows } = await sql`
      select ${sql.join(names.map((name) => sql`current_setting(${sql.lit(name)}) as ${sql.ref(name)}`))}`.execute(
      database.kysely,
    )
    expect(rows[0]).toEqual({ statement_timeout: '15s', idle_in_transaction_session_timeout: '10s', TimeZone: 'UTC' })
    await database.close()
  })

  it('is refused when its encoding cannot hold every character', async () => {
    const database = await openDatabase({ url: server.url })
    await sql`create database ascii encoding 'SQL_ASCII' template template0`.execute(database.kysely)
    await database.close()
    await expect(openDatabase({ url: server.url.replace(/postgres$/, 'ascii') })).rejects.toThrow('数据库编码须为 UTF8')
  })
})
