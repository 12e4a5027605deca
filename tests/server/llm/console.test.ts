import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { llmBills, playgroundKey } from '#contract/llm-bills.ts'
import { llmKeys } from '#contract/llm-keys.ts'
import { llmModels } from '#contract/llm-models.ts'
import { wallet } from '#contract/wallet.ts'
import { dumpDatabase } from '#tests/support/dump.ts'
import { addLlmModel, createLlmPlatform, type LlmPlatform } from '#tests/support/llm.ts'
import type { Person } from '#tests/support/people.ts'

let platform: LlmPlatform
beforeAll(async () => {
  platform = await createLlmPlatform()
  await addLlmModel(platform, { id: 'dear', input: 500n, cached: 250n, output: 1000n })
})
afterAll(() => platform.close())

/** Chats, later than ever before, and waits until it is settled. */
async function chat(token: string, model: string, text: string): Promise<void> {
  await platform.clock.advance(1_000)
  await platform.client(token).chat.completions.create({ model, messages: [{ role: 'user', content: text }] })
  await platform.settled()
}

describe('product §9 Keys', () => {
  it('tell their secret once, and keep its hash alone', async () => {
    const person = await platform.addUser()
    const made = await platform.addKey(person, { name: '研究', models: ['echo'], expires_on: '2026-03-01', cap: '12.5' })
    expect(made.secret).toMatch(/^sk-[A-Za-z0-9]{48}$/)
    const { data, raw } = await person.call(llmKeys.get, { params: { id: made.id } })
    expect(data).toMatchObject({
      name: '研究',
      models: ['echo'],
      expires_on: '2026-03-01',
      cap: '12.50',
      state: 'active',
      calls: 0,
    })
    expect([data.prefix, data.last4]).toEqual([made.secret.slice(0, 7), made.secret.slice(-4)])
    expect(raw).not.toContain(made.secret)
    expect(await dumpDatabase(platform.deps.database)).not.toContain(made.secret.slice(7, -4))
    expect(platform.logs.join('\n')).not.toContain(made.secret)
  })

  it('are changed, stopped, started and removed by their owner', async () => {
    const person = await platform.addUser()
    const { id } = await platform.addKey(person)
    const params = { id }
    const body = { name: '新名字', scopes: ['embeddings' as const], models: null, expires_on: null, cap: '3.00' }
    expect((await person.call(llmKeys.update, { params, body })).data).toMatchObject({ name: '新名字', cap: '3.00' })
    expect((await person.call(llmKeys.disable, { params })).data.state).toBe('disabled')
    expect((await person.call(llmKeys.enable, { params })).data.state).toBe('active')
    await person.call(llmKeys.remove, { params })
    expect((await person.call(llmKeys.list)).data).toEqual([])
    expect((await person.call(llmKeys.get, { params })).code).toBe(resultCodes.not_found.code)
  })

  it('are refused at the field that is wrong', async () => {
    const person = await platform.addUser()
    const form = { name: '密钥', scopes: ['chat' as const] }
    const errors = async (more: object) => (await person.call(llmKeys.create, { body: { ...form, ...more } })).errors
    expect(await errors({ models: ['none'] })).toEqual({ models: ['没有模型 none，或已下架'] })
    expect(await errors({ expires_on: '2025-12-31' })).toEqual({ expires_on: ['有效期不能早于今天'] })
    expect(await errors({ scopes: [] })).toEqual({ scopes: ['请选择权限'] })
    expect(await errors({ cap: '0' })).toHaveProperty('cap')
    for (let made = 0; made < limits.llmKeysMax; made += 1) await person.call(llmKeys.create, { body: form })
    expect((await person.call(llmKeys.create, { body: form })).code).toBe(resultCodes.llm_key_limit.code)
  })

  it('leave in the audit log what a change made of them', async () => {
    const person = await platform.addUser()
    const { id } = await platform.addKey(person, { cap: '5.00' })
    const body = { name: '新名字', scopes: ['embeddings' as const], models: ['echo'], expires_on: null, cap: null }
    await person.call(llmKeys.update, { params: { id }, body })
    const { before, after } = await platform.deps.database.kysely
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('target_id', '=', id)
      .where('before', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(before).toMatchObject({ cap: '5.00', models: '全部' })
    expect(after).toMatchObject({ name: '新名字', scopes: 'embeddings', models: 'echo', cap: '' })
  })

  it('say where they are used and what it costs', async () => {
    const person = await platform.addUser()
    const models = (await person.call(llmModels.list)).data
    expect(models.find(({ id }) => id === 'dear')!.price).toMatchObject({
      input: '500.00',
      cached_input: '250.00',
      output: '1000.00',
    })
    expect((await person.call(llmModels.gateway)).data).toMatchObject({
      sandbox: true,
      base_url: expect.stringMatching(/\/v1$/),
    })
  })
})

describe('product §9 Bills', () => {
  let person: Person
  let key: { id: string; secret: string }
  beforeAll(async () => {
    person = await platform.addUser()
    key = await platform.addKey(person, { name: '=研究' })
    await platform.clock.advance(60_000)
    // Below and above a fen, on three models, with and without a key, over two months.
    for (const length of [1, 7, 100]) await chat(key.secret, 'dear', '字'.repeat(length))
    await chat(await person.token(), 'echo', '试用')
    await platform.clock.advance(40 * 86_400_000)
    await chat(key.secret, 'dear', '字'.repeat(33))
    await chat(await person.token(), 'dear', '字'.repeat(5))
    await platform.client(key.secret).embeddings.create({ model: 'vectors', input: '字'.repeat(1000) })
    await platform.settled()
  })

  const pico = (tokensIn: number, tokensOut: number) => BigInt(tokensIn * 500 + tokensOut * 1000) * 1_000_000n

  it('list each call with its tokens and its cost to six places, and nothing of what was said', async () => {
    const { data, total, raw } = await person.call(llmBills.calls, { query: { order: 'asc' } })
    expect(total).toBe(7)
    expect(data[0]).toMatchObject({
      model: 'dear',
      key_name: '=研究',
      prompt_tokens: 5,
      completion_tokens: 1,
      state: 'ok',
      cost: '0.003500',
    })
    expect(raw).not.toContain('字')
    const { data: one } = await person.call(llmBills.call, { params: { id: data[2]!.id } })
    expect(one).toMatchObject({ price: { output: '1000.00' }, cost: '0.152000', http_status: 200 })
    expect(BigInt(Math.round(Number(one.cost) * 1e6)) * 1_000_000n).toBe(pico(104, 100))
  })

  it('are narrowed by key, model, state and day, and summed as they are listed', async () => {
    const sum = async (query: object) => (await person.call(llmBills.sum, { query })).data
    expect((await sum({})).calls).toBe(7)
    expect(await sum({ key_id: playgroundKey })).toMatchObject({ calls: 2 })
    expect(await sum({ key_id: key.id, model: 'dear' })).toMatchObject({ calls: 4, completion_tokens: 141 })
    expect(await sum({ state: 'error' })).toEqual({
      calls: 0,
      prompt_tokens: 0,
      cached_tokens: 0,
      completion_tokens: 0,
      cost: '0.000000',
    })
    expect(await sum({ to: '2026-01-01' })).toMatchObject({ calls: 4 })
    const days = (await person.call(llmBills.days)).data
    expect(days.map(({ day, calls }) => [day, calls])).toEqual([
      ['2026-01-01', 4],
      ['2026-02-10', 3],
    ])
    for (const { calls, by_model: byModel } of days) {
      expect(byModel.reduce((total, model) => total + model.calls, 0)).toBe(calls)
    }
    const { keys, models } = (await person.call(llmBills.subjects)).data
    expect([keys, models]).toEqual([
      expect.arrayContaining([
        { id: key.id, name: '=研究' },
        { id: null, name: null },
      ]),
      ['dear', 'echo', 'vectors'],
    ])
  })

  it('of a month add up to what the ledger took, by model, by key and line by line', async () => {
    const months = (await person.call(llmBills.months)).data
    expect(months.map(({ month }) => month)).toEqual(['2026-02', '2026-01'])
    const entries = (await person.call(wallet.entries, { query: { kind: 'llm_usage', page_size: 100 } })).data
    for (const { month } of months) {
      const { data } = await person.call(llmBills.month, { params: { month } })
      const own = entries.filter(({ at }) => at.startsWith(month))
      const taken = own.reduce((total, { amount }) => total - Math.round(Number(amount) * 100), 0)
      expect(Number(data.posted)).toBeCloseTo(taken / 100, 10)
      const sum = (rows: readonly { cost: string }[]) => rows.reduce((total, { cost }) => total + Number(cost), 0)
      for (const rows of [data.by_model, data.by_key, data.lines]) expect(sum(rows)).toBeCloseTo(Number(data.cost), 5)
      expect(Number(data.carried_in) + Number(data.cost)).toBeCloseTo(Number(data.posted) + Number(data.carried_out), 5)
    }
    expect(entries.map(({ ref }) => ref)).toContain(key.id)
    const none = (await person.call(llmBills.month, { params: { month: '2025-06' } })).data
    expect(none).toMatchObject({ calls: 0, posted: '0.00', lines: [] })
  })

  it('are saved as CSV, in which no name can be a formula', async () => {
    const calls = await platform.fetchFile(llmBills.export, {}, await person.token())
    const lines = calls.bytes.toString().trim().split('\r\n')
    expect(lines).toHaveLength(8)
    expect(lines.at(-1)).toContain("'=研究,dear,成功,200,5,0,1,")
    const month = await platform.fetchFile(llmBills.month_export, { params: { month: '2026-01' } }, await person.token())
    expect(month.file_name).toContain('大模型月账单-2026-01')
    expect(month.bytes.toString().trim().split('\r\n')).toHaveLength(3)
  })

  it('keep the name of a key that is gone', async () => {
    await person.call(llmKeys.remove, { params: { id: key.id } })
    expect((await person.call(llmBills.calls, { query: { key_id: key.id } })).data[0]!.key_name).toBe('=研究')
    expect(await platform.audit()).toEqual([])
  })
})
