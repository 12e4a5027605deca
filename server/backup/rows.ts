import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/db/database.ts'
import { listMigrations, migrateDatabase } from '#server/db/migrate.ts'
import { fillFromRows, openRows } from '#server/db/move-rows.ts'
import { openRowFiles, writeRowFiles } from '#server/db/row-files.ts'

const rowsOf = (folder: string) => join(folder, 'rows')
const databaseOf = (folder: string) => join(folder, 'database')

async function withDatabase(folder: string, work: (database: Database) => Promise<unknown>): Promise<void> {
  const database = await openDatabase({ data_dir: databaseOf(folder) })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/** Replaces the copied files of the database in `folder` by its rows. */
export async function turnIntoRows(folder: string): Promise<void> {
  await withDatabase(folder, (database) =>
    database.transaction(async (from) => writeRowFiles(await openRows(from), rowsOf(folder))),
  )
  rmSync(databaseOf(folder), { recursive: true })
}

/** Replaces the rows in `folder` by a database that has `schema` as its newest migration; the next start applies the later ones. */
export async function turnIntoDatabase(folder: string, schema: string): Promise<void> {
  await withDatabase(folder, async (database) => {
    await migrateDatabase(
      database,
      listMigrations().filter(({ name }) => name <= schema),
    )
    await database.transaction((to) => fillFromRows(openRowFiles(rowsOf(folder)), to))
  })
  rmSync(rowsOf(folder), { recursive: true })
}
