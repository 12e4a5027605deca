import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '#server/db/database.ts'
import { listMigrations, migrateDatabase } from '#server/db/migrate.ts'
import { PGLITE_MAJOR } from '#server/db/pglite-durable.ts'
import { buildMigratedTemplate } from '#server/db/template.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const migrationsHash = createHash('sha256')
  .update(JSON.stringify([PGLITE_MAJOR, listMigrations()]))
  .digest('hex')
  .slice(0, 16)

/**
 * A migrated, otherwise empty database of the caller's own: on the server of TEST_DATABASE_URL when that is set (dropped at
 * close), else embedded and in memory. Both are copies of a template made once per set of migrations.
 */
export function createTestDatabase(): Promise<Database> {
  return serverUrl ? createServerDatabase(serverUrl) : createMemoryDatabase()
}

/** As `createTestDatabase`, always embedded and in memory. */
export async function createMemoryDatabase(): Promise<Database> {
  return await openDatabase({ memory: true, template: await loadMigratedDump() })
}

let dump: Promise<Blob> | undefined

/** The migrated template for an embedded database. */
export function loadMigratedDump(): Promise<Blob> {
  dump ??= readTemplate()
  return dump
}

/** The dump is shared by all test processes through a file that appears complete or not at all. */
async function readTemplate(): Promise<Blob> {
  const file = path.join(os.tmpdir(), `zhisuan-test-${migrationsHash}.tar`)
  if (!fs.existsSync(file)) {
    const made = await buildMigratedTemplate()
    const draft = `${file}.${randomUUID()}`
    fs.writeFileSync(draft, Buffer.from(await made.arrayBuffer()))
    fs.renameSync(draft, file)
  }
  return new Blob([fs.readFileSync(file)])
}

/** As `createTestDatabase`, always on the server at `url`. */
export async function createServerDatabase(url: string): Promise<Database> {
  const source = `zhisuan_template_${migrationsHash}`
  await asAdmin(url, (admin) => makeTemplate(admin, url, source))
  // three times as fast as copying through the log, which a server that never waits for the disk need not have
  return await createBlankServerDatabase(url, `template ${source} strategy file_copy`)
}

/** A new database on the server at `url`, dropped at close; `options` end its CREATE DATABASE. */
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

/** One test process migrates the template, the others wait at the lock; the name appears when it is complete. */
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
