import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { findMigratedTemplate, writeMigratedTemplate } from '#server/db/template.ts'
import { createTemporaryFolder } from '#tests/support/engines.ts'

describe('the template of new embedded databases', () => {
  const [dir, dataDir] = [createTemporaryFolder(), createTemporaryFolder()]
  const manifest = path.join(dir, 'manifest.json')
  beforeAll(() => writeMigratedTemplate(dir))
  afterAll(() => [dir, dataDir].forEach((name) => void fs.rmSync(name, { recursive: true, force: true })))

  it('begins a database that has every migration, and only a folder without one', async () => {
    const open = () => openDatabase({ data_dir: dataDir, template_file: findMigratedTemplate(dir)! })
    const readNotes = async (database: Database) =>
      (await sql<{ notes: string | null }>`select to_regclass('notes')::text as notes`.execute(database.kysely)).rows[0]!.notes
    const first = await open()
    expect(await migrateDatabase(first)).toEqual([])
    await sql`create table notes (id int)`.execute(first.kysely)
    await first.close()
    expect(fs.readdirSync(dataDir)).not.toContain('pgdata.unfinished')
    const again = await open()
    expect(await readNotes(again)).toBe('notes')
    await again.close()
    fs.writeFileSync(path.join(dataDir, 'pgdata.unfinished'), '') // a first start that was killed begins again
    const anew = await open()
    expect(await migrateDatabase(anew)).toEqual([])
    expect(await readNotes(anew)).toBeNull()
    await anew.close()
  })

  it.each(['migrations', 'pglite'])('is not used where another has made it: %s', (field) => {
    const written = fs.readFileSync(manifest, 'utf8')
    fs.writeFileSync(manifest, JSON.stringify({ ...JSON.parse(written), [field]: 'another' }))
    expect(findMigratedTemplate(dir)).toBeUndefined()
    fs.writeFileSync(manifest, written)
    expect(findMigratedTemplate(dir)).toBeDefined()
  })
})
