import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '#server/db/database.ts'
import { listMigrations, migrateDatabase, type NamedMigration } from '#server/db/migrate.ts'
import { PGLITE_MAJOR } from '#server/db/pglite-durable.ts'
import { buildMigratedTemplate } from '#server/db/template.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const hashOf = (migrations: readonly NamedMigration[]) =>
  createHash('sha256')
    .update(JSON.stringify([PGLITE_MAJOR, migrations]))
    .digest('hex')
    .slice(0, 16)
const migrationsHash = hashOf(listMigrations())

/**
 * A migrated, otherwise empty database for the caller: on the server of TEST_DATABASE_URL when that is set (dropped at close),
 * else embedded and in memory. Both are copies of a template made once per set of migrations.
 */
export function createTestDatabase(): Promise<Database> {
  return serverUrl ? createServerDatabase(serverUrl) : createMemoryDatabase()
}

/** Like `createTestDatabase`, but always embedded and in memory. */
export async function createMemoryDatabase(): Promise<Database> {
  return await openDatabase({ memory: true, template: await loadMigratedDump() })
}

const dumps = new Map<string, Promise<Blob>>()

/** Returns the migrated template for an embedded database. */
export const loadMigratedDump = (): Promise<Blob> => loadDump(listMigrations())

/** Returns the template of an embedded database without any migration: unpacking it takes a fraction of initdb. */
export const loadBlankDump = (): Promise<Blob> => loadDump([])

function loadDump(migrations: readonly NamedMigration[]): Promise<Blob> {
  const hash = hashOf(migrations)
  const loading = dumps.get(hash) ?? readTemplate(hash, migrations)
  dumps.set(hash, loading)
  return loading
}

/** Test processes share the dump through a file that is written atomically. */
async function readTemplate(hash: string, migrations: readonly NamedMigration[]): Promise<Blob> {
  const file = path.join(os.tmpdir(), `zhisuan-test-${hash}.tar`)
  if (!fs.existsSync(file)) {
    const made = await buildMigratedTemplate(migrations)
    const draft = `${file}.${randomUUID()}`
    fs.writeFileSync(draft, Buffer.from(await made.arrayBuffer()))
    fs.renameSync(draft, file)
  }
  return new Blob([fs.readFileSync(file)])
}

/** Like `createTestDatabase`, but always on the server at `url`. */
export async function createServerDatabase(url: string): Promise<Database & { url: string }> {
  const source = `zhisuan_template_${migrationsHash}`
  await asAdmin(url, (admin) => makeTemplate(admin, url, source))
  // three times as fast as copying through the WAL, which a server that never waits for the disk does not need
  return await createBlankServerDatabase(url, `template ${source} strategy file_copy`)
}

/** Creates a database on the server at `url`, dropped at close; `options` are appended to CREATE DATABASE. */
export async function createBlankServerDatabase(url: string, options = ''): Promise<Database & { url: string }> {
  const name = `zhisuan_test_${randomUUID().replaceAll('-', '')}`
  const ownUrl = withDatabase(url, name)
  await asAdmin(url, (admin) => admin.query(`create database ${name} ${options}`))
  const database = await openDatabase({ url: ownUrl, patience: 10, allow_unsafe: true })
  return {
    ...database,
    url: ownUrl,
    async close() {
      await database.close()
      await asAdmin(url, (admin) => admin.query(`drop database ${name} with (force)`))
    },
  }
}

/** One test process migrates the template while the others wait for the lock; the final name appears when it is complete. */
async function makeTemplate(admin: pg.Client, url: string, source: string): Promise<void> {
  const { rowCount: made } = await admin.query('select 1 from pg_database where datname = $1', [source])
  if (made) return
  await admin.query('select pg_advisory_lock(hashtext($1))', [source])
  try {
    const { rowCount: madeMeanwhile } = await admin.query('select 1 from pg_database where datname = $1', [source])
    if (madeMeanwhile) return
    const draft = `${source}_draft`
    await admin.query(`drop database if exists ${draft} with (force)`)
    await admin.query(`create database ${draft}`)
    const database = await openDatabase({ url: withDatabase(url, draft), allow_unsafe: true })
    await migrateDatabase(database).finally(() => database.close())
    await admin.query(`alter database ${draft} rename to ${source}`)
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', [source])
  }
}

async function asAdmin(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client(url)
  await admin.connect()
  await work(admin).finally(() => admin.end())
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
