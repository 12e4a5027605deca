import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { llmBasePath } from '#contract/llm-wire.ts'
import { products } from '#contract/products.ts'
import { wallet } from '#contract/wallet.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
let person: Person
let busy = false
/** Whether the answer to the next commit gets lost on its way. */
let deaf = false

beforeAll(async () => {
  const there = await createTestDatabase()
  const away = createDatabase('postgres', {
    acquire: () => Promise.reject(new DatabaseUnavailable('no database session to be had', new Error('timeout'))),
    listen: async () => async () => undefined,
    close: async () => undefined,
  })
  const database: Database = {
    ...there,
    get kysely() {
      return (busy ? away : there).kysely
    },
    transaction: async (work) => {
      const result = await (busy ? away : there).transaction(work)
      if (!deaf) return result
      deaf = false
      throw new DatabaseUnavailable('a statement was broken off', new Error('Connection terminated unexpectedly'))
    },
  }
  platform = await createTestPlatform({ database })
  person = await addPerson(platform, { is_tencent: true })
  await person.call(wallet.get)
})
afterAll(() => platform.close())

describe('A database that is too busy to answer', () => {
  it('is no fault of ours: 503, when to come back, and a sentence', async () => {
    busy = true
    for (const reply of [await platform.call(products.list), await person.call(wallet.get)]) {
      expect([reply.status, reply.code, reply.message]).toEqual([503, resultCodes.unavailable.code, '服务繁忙，请稍后再试'])
      expect(reply.retry_after).toBe(5)
    }
    const { headers } = await platform.app.inject({ url: products.list.path })
    expect(headers['retry-after']).toBe('5')
    busy = false
    expect((await person.call(wallet.get)).status).toBe(200)
  })

  it('has done what it did not say, and nothing twice: the key of the first call answers the second', async () => {
    const body = { amount: '10.00', channel: 'alipay' as const }
    const once = { headers: { 'idempotency-key': 'one-intent' } }
    deaf = true
    const lost = await person.call(wallet.recharge, { body }, once)
    expect([lost.status, lost.code, lost.retry_after]).toEqual([503, resultCodes.unavailable.code, 5])
    const again = await person.call(wallet.recharge, { body }, once)
    expect(again.status).toBe(200)
    const { data } = await person.call(wallet.recharges)
    expect(data.map(({ id }) => id)).toEqual([again.data.id])
  })

  it('is said in the words of /v1 there', async () => {
    const headers = { authorization: `Bearer ${await person.token()}` }
    busy = true
    const reply = await platform.app.inject({ url: `${llmBasePath}/models`, headers })
    busy = false
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
    expect(reply.json()).toMatchObject({ error: { code: 'server_busy', type: 'server_error' } })
  })
})
