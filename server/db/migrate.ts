import fs from 'node:fs'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import type { Database } from './database.ts'
import type { DB } from './types.ts'

/** A forward migration. Migrations are applied in the order of their names and cannot be reverted. */
export interface NamedMigration {
  /** Such as `0001_accounts`. */
  name: string
  sql: string
}

const migrationsFolder = new URL('./migrations/', import.meta.url)

/** Lists the migrations of this code: server/db/migrations/NNNN_name.sql. */
export const listMigrations = (): NamedMigration[] =>
  fs
    .readdirSync(migrationsFolder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.sql'.length), sql: fs.readFileSync(new URL(file, migrationsFolder), 'utf8') }))

/**
 * Applies all pending migrations in one transaction and returns their names. Several processes may call it at once: one works,
 * the others wait. Throws if the database has migrations unknown to this code: an older program must not serve a newer database.
 */
export async function migrateDatabase(
  database: Database,
  known: readonly NamedMigration[] = listMigrations(),
): Promise<string[]> {
  return await database.kysely.connection().execute(async (session) => {
    try {
      // Long waits for another process and long steps are normal here; blocking live statements behind a lock is not.
      await sql`set statement_timeout = 0; set lock_timeout = '5s'`.execute(session)
      return await applyMigrations(session, known)
    } finally {
      await sql`reset statement_timeout; reset lock_timeout`.execute(session)
    }
  })
}

async function applyMigrations(session: Kysely<DB>, known: readonly NamedMigration[]): Promise<string[]> {
  // Kysely looks at all tables there are first, which costs an embedded database more than all else of a start.
  if ((await listApplied(session, known)).length === known.length) return []
  const migrator = new Migrator({ db: session, provider: { getMigrations: async () => toKyselyMigrations(known) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    await listApplied(session, known)
    const failed = results.find((result) => result.status === 'Error')
    throw new Error(`数据库迁移 ${failed?.migrationName ?? ''} 失败：${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
  return results.map((result) => result.migrationName)
}

const toKyselyMigrations = (known: readonly NamedMigration[]): Record<string, Migration> =>
  Object.fromEntries(known.map((step) => [step.name, { up: async (db) => void (await sql.raw(step.sql).execute(db)) }]))

/** The names of the applied migrations; throws if this code does not know one of them. */
async function listApplied(session: Kysely<DB>, known: readonly NamedMigration[]): Promise<string[]> {
  const { rows: tables } = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(
    session,
  )
  if (!tables[0]?.found) return []
  const names = new Set(known.map((step) => step.name))
  const { rows: applied } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(session)
  const newer = applied.find(({ name }) => !names.has(name))
  if (newer) throw new Error(`数据库已升级到 ${newer.name}，比当前程序新，请升级程序后再启动`)
  return applied.map(({ name }) => name)
}
