import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codes } from '#contract/codes.ts'
import { llm_keys } from '#contract/llm-keys.ts'
import { secret_keys } from '#contract/secret-keys.ts'
import { forgetOldRows } from '#server/jobs/housekeeping.ts'
import { dumpOf } from '#tests/support/dump.ts'
import { type LlmPlatform, llmPlatform } from '#tests/support/llm.ts'
import type { Person } from '#tests/support/people.ts'

let platform: LlmPlatform
let person: Person
beforeAll(async () => {
  platform = await llmPlatform()
  person = await platform.addUser()
})
afterAll(() => platform.close())

const once = { headers: { 'idempotency-key': 'answer-lost' } }
const api_key = () => person.call(llm_keys.create, { body: { name: '断网', scopes: ['chat'] } }, once)
const ssh_key = () => person.call(secret_keys.create, { body: { mode: 'generate', name: '断网' } }, once)

describe('docs/decisions/008 A secret whose answer was lost', () => {
  it('is told again to who asks again, once more made by nobody, and lies sealed until then', async () => {
    const [made, again] = [await api_key(), await api_key()]
    expect(again.raw).toBe(made.raw)
    expect((await person.call(llm_keys.list)).total).toBe(1)
    const dump = await dumpOf(platform.deps.database)
    expect(dump).toContain('answer-lost')
    expect(dump).not.toContain(made.data.secret.slice(7, -4))
  })

  it('is told again though two ask at once', async () => {
    const other = await platform.addUser()
    const ask = () => other.call(secret_keys.create, { body: { mode: 'generate', name: '两次' } }, once)
    const [one, two] = await Promise.all([ask(), ask()])
    expect([one.status, two.raw]).toEqual([200, one.raw])
    expect((await other.call(secret_keys.list)).total).toBe(1)
    expect(await dumpOf(platform.deps.database)).not.toContain(one.data.private_key!.split('\n')[2])
  })

  it('cannot be told again by who has not the key any more: the words say what to do', async () => {
    const { kysely } = platform.deps.database
    await kysely.updateTable('idempotency_keys').set({ response: '"of another key"' }).where('user_id', '=', person.id).execute()
    expect(await api_key()).toMatchObject({ status: 409, code: codes.idempotency_conflict.code })
    expect((await api_key()).message).toContain('请删除后重新创建')
  })

  it('is forgotten after a day', async () => {
    await person.call(llm_keys.remove, { params: { id: (await person.call(llm_keys.list)).data[0]!.id } })
    await platform.clock.advance(86_400_001)
    await forgetOldRows(platform.deps)
    await forgetOldRows(platform.deps)
    const left = await platform.deps.database.kysely.selectFrom('idempotency_keys').select('key').execute()
    expect(left).toEqual([])
    expect((await ssh_key()).status).toBe(200)
  })
})
