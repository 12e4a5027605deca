import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { databaseEngines } from '#tests/support/engines.ts'
import { describeTables } from '../../../scripts/db-types.tables.ts'

describe.each(databaseEngines)('server/db/types.ts', ({ name, available, open }) => {
  describe.skipIf(!available)(`on ${name}`, () => {
    let database: Database
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database?.close())

    it('is what scripts/db-types.ts writes from the migrations', async () => {
      const written = fs.readFileSync(new URL('../../../server/db/types.ts', import.meta.url), 'utf8')
      expect(await describeTables(database)).toBe(written)
    })
  })
})
