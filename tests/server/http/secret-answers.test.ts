import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { llmKeys } from '#contract/llm-keys.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { deleteOldRows } from '#server/jobs/housekeeping.ts'
import { dumpDatabase } from '#tests/support/dump.ts'
import { createLlmPlatform, type LlmPlatform } from '#tests/support/llm.ts'
import type { Person } from '#tests/support/people.ts'

let platform: LlmPlatform
let person: Person
beforeAll(async () => {
  platform = await createLlmPlatform()
  person = await platform.addUser()
})
afterAll(() => platform.close())

const once = { headers: { 'idempotency-key': 'answer-lost' } }
const apiKey = () => person.call(llmKeys.create, { body: { name: '断网', scopes: ['chat'] } }, once)
const sshKey = () => person.call(secretKeys.create, { body: { mode: 'generate', name: '断网' } }, once)

describe('docs/decisions/008 A secret whose answer was lost', () => {
  it('is told again to who asks again, once more made by nobody, and lies sealed until then', async () => {
    const [made, again] = [await apiKey(), await apiKey()]
    expect(again.raw).toBe(made.raw)
    expect((await person.call(llmKeys.list)).total).toBe(1)
    const dump = await dumpDatabase(platform.deps.database)
    expect(dump).toContain('answer-lost')
    expect(dump).not.toContain(made.data.secret.slice(7, -4))
  })

  it('is told again though two ask at once', async () => {
    const other = await platform.addUser()
    const ask = () => other.call(secretKeys.create, { body: { mode: 'generate', name: '两次' } }, once)
    const [one, two] = await Promise.all([ask(), ask()])
    expect([one.status, two.raw]).toEqual([200, one.raw])
    expect((await other.call(secretKeys.list)).total).toBe(1)
    expect(await dumpDatabase(platform.deps.database)).not.toContain(one.data.private_key!.split('\n')[2])
  })

  it('cannot be told again by who has not the key any more: the words say what to do', async () => {
    const { kysely } = platform.deps.database
    await kysely.updateTable('idempotency_keys').set({ response: '"of another key"' }).where('user_id', '=', person.id).execute()
    expect(await apiKey()).toMatchObject({ status: 409, code: resultCodes.idempotency_conflict.code })
    expect((await apiKey()).message).toContain('请删除后重新创建')
  })

  it('is forgotten after a day', async () => {
    await person.call(llmKeys.remove, { params: { id: (await person.call(llmKeys.list)).data[0]!.id } })
    await platform.clock.advance(86_400_001)
    await deleteOldRows(platform.deps)
    await deleteOldRows(platform.deps)
    const left = await platform.deps.database.kysely.selectFrom('idempotency_keys').select('key').execute()
    expect(left).toEqual([])
    expect((await sshKey()).status).toBe(200)
  })
})
