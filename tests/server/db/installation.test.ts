import { describe, expect, it } from 'vitest'
import { ensureInstallationId } from '#server/db/installation.ts'
import { listMigrations, migrateDatabase } from '#server/db/migrate.ts'
import { databaseEngines } from '#tests/support/engines.ts'

const before = listMigrations().filter(({ name }) => name < '0035')

const { open, openBlank } = databaseEngines.findLast(({ available }) => available)!

describe('The name of an installation', () => {
  it('is drawn once, by whoever asks first, and can be part of the names of objects', async () => {
    const database = await open()
    const asked = await Promise.all(Array.from({ length: 4 }, () => ensureInstallationId(database)))
    expect(new Set(asked).size).toBe(1)
    expect(asked[0]).toMatch(/^zs-[0-9a-f]{16}$/)
    expect(await ensureInstallationId(database)).toBe(asked[0])
    await database.close()
  })

  it('differs from that of any other database', async () => {
    const [one, another] = [await open(), await open()]
    expect(await ensureInstallationId(one)).not.toBe(await ensureInstallationId(another))
    await one.close()
    await another.close()
  })

  it('stays what it was for a database that has people', async () => {
    const database = await openBlank()
    await migrateDatabase(database, before)
    await database.kysely
      .insertInto('users')
      .values({
        id: 'user-1',
        uuid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
        phone: '13800000000',
        password_hash: '',
        nickname: '',
        invite_code: 'AAAAAA',
        created_at: new Date(0),
      })
      .execute()
    await migrateDatabase(database)
    expect(await ensureInstallationId(database)).toBe('zhisuan')
    await database.close()
  })

  it('is drawn for a database of an earlier version that nobody has used yet', async () => {
    const database = await openBlank()
    await migrateDatabase(database, before)
    await migrateDatabase(database)
    expect(await ensureInstallationId(database)).not.toBe('zhisuan')
    await database.close()
  })
})
