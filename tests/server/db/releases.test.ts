import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { instances } from '#contract/instances.ts'
import { stepUp } from '#contract/step-up.ts'
import { users } from '#contract/users.ts'
import { wallet } from '#contract/wallet.ts'
import type { Database } from '#server/db/database.ts'
import { listMigrations, migrateDatabase } from '#server/db/migrate.ts'
import { demoAccounts } from '#server/demo/accounts.ts'
import { auditBooks } from '#server/ledger/audit.ts'
import { databaseEngines } from '#tests/support/engines.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

const folder = join(import.meta.dirname, '../../fixtures/releases')
const engines = databaseEngines.filter(({ name }) => name !== 'PGlite on disk')
const cases = readdirSync(folder).flatMap((file) => engines.map((engine) => ({ file, ...engine })))

describe.each(cases)('decision 108 A database of $file on $name', ({ file, available, openBlank }) => {
  describe.skipIf(!available)('is of use to this version', () => {
    let platform: TestPlatform
    let database: Database
    let applied: string[]
    beforeAll(async () => {
      database = await openBlank()
      const statements = gunzipSync(readFileSync(join(folder, file))).toString()
      await database.kysely.connection().execute((session) => sql.raw(statements).execute(session))
      applied = await migrateDatabase(database)
      const { last } = await database.kysely
        .selectFrom('users')
        .select((eb) => eb.fn.max('created_at').as('last'))
        .executeTakeFirstOrThrow()
      platform = await createTestPlatform({ database, clock: new HeldClock(last) })
    })
    afterAll(() => platform?.close())

    it('with the migrations that came after it', () => {
      const known = listMigrations().map(({ name }) => name)
      expect(applied).toEqual(known.slice(known.length - applied.length))
      expect(known.length - applied.length).toBeGreaterThan(60)
    })

    it('with books that agree', async () => expect(await auditBooks(database.kysely)).toEqual([]))

    it('for people who sign in and find what they had, sealed things included', async () => {
      const { phone, password, rich } = demoAccounts[0]!
      const { data } = await platform.call(auth.login, { body: { phone, password } })
      const from = { token: data.access }
      await platform.call(stepUp.prove, { body: { password } }, from)
      expect((await platform.call(users.reveal_real_name, {}, from)).data).toMatchObject({ name: rich!.name })
      const { data: overview } = await platform.call(wallet.overview, {}, from)
      expect(Number(overview.wallet.cash)).toBeGreaterThan(0)
      expect((await platform.call(instances.list, {}, from)).status).toBe(200)
    })
  })
})
