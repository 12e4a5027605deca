import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { findMigratedTemplate, readTemplate, writeMigratedTemplate } from '#server/db/template.ts'
import { createTemporaryFolder } from '#tests/support/engines.ts'

describe('the template of new embedded databases', () => {
  const [dir, dataDir] = [createTemporaryFolder(), createTemporaryFolder()]
  const manifest = path.join(dir, 'manifest.json')
  beforeAll(() => writeMigratedTemplate(dir))
  afterAll(() => [dir, dataDir].forEach((name) => void fs.rmSync(name, { recursive: true, force: true })))

  it('begins a database that has every migration, and only a folder without one', async () => {
    const file = findMigratedTemplate(dir)!
    const database = await openDatabase({ data_dir: dataDir, template: readTemplate(file, dataDir)! })
    expect(await migrateDatabase(database)).toEqual([])
    await database.close()
    expect(fs.readdirSync(dataDir)).not.toContain('pgdata.unfinished')
    expect(readTemplate(file, dataDir)).toBeUndefined()
    fs.writeFileSync(path.join(dataDir, 'pgdata.unfinished'), '') // a first start that was killed begins again
    expect(readTemplate(file, dataDir)).toBeInstanceOf(Blob)
  })

  it.each(['migrations', 'pglite'])('is not used where another has made it: %s', (field) => {
    const written = fs.readFileSync(manifest, 'utf8')
    fs.writeFileSync(manifest, JSON.stringify({ ...JSON.parse(written), [field]: 'another' }))
    expect(findMigratedTemplate(dir)).toBeUndefined()
    fs.writeFileSync(manifest, written)
    expect(findMigratedTemplate(dir)).toBeDefined()
  })
})
