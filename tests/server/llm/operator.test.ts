import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { llmModels } from '#contract/llm-models.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import { operatorLlmCalls, operatorLlmModels } from '#contract/operator/llm.ts'
import { createLlmPlatform, type LlmPlatform } from '#tests/support/llm.ts'
import type { Person } from '#tests/support/people.ts'

let platform: LlmPlatform
let [admin, other]: Person[] = []
beforeAll(async () => {
  platform = await createLlmPlatform()
  admin = await platform.addUser({ role: 'operator_admin', is_tencent: false })
  other = await platform.addUser({ role: 'operator_finance', is_tencent: false })
})
afterAll(() => platform.close())

const form = { name: '新模型', upstream_name: 'zhisuan-echo', context_length: 8192, max_output: 1024, sort: 5 }
const price = { input: '4', cached_input: '1', output: '16', reason: '上线定价' }
const params = { id: 'new-model' }

async function approvePrice(values: typeof price): Promise<void> {
  const { data } = await admin!.call(operatorLlmModels.request_price, { params, body: values })
  expect((await admin!.call(operatorChanges.approve, { params: { id: data.id } })).code).toBe(resultCodes.own_change.code)
  expect((await other!.call(operatorChanges.approve, { params: { id: data.id } })).data.status).toBe('approved')
}
const chat = async (token: string) => {
  await platform.client(token).chat.completions.create({ model: 'new-model', messages: [{ role: 'user', content: '字' }] })
  await platform.settled()
}

describe('product §10 Large models in the back office', () => {
  it('sells a model only with a price, which takes two people', async () => {
    await admin!.call(operatorLlmModels.create, { body: { id: 'new-model', kind: 'chat', ...form } })
    expect((await admin!.call(operatorLlmModels.on_offer, { params })).code).toBe(resultCodes.llm_model_unpriced.code)
    await approvePrice(price)
    expect((await admin!.call(operatorLlmModels.on_offer, { params })).data).toMatchObject({
      on_offer: true,
      price: { input: '4.00', cached_input: '1.00', output: '16.00' },
      price_version: 1,
    })
    const person = await platform.addUser()
    expect((await person.call(llmModels.list)).data.map(({ id }) => id)).toContain('new-model')
  })

  it('refuses what does not fit', async () => {
    const create = (body: object) =>
      admin!.call(operatorLlmModels.create, { body: { id: 'x', kind: 'chat', ...form, ...body } as never })
    expect((await create({ id: 'new-model' })).errors).toEqual({ id: ['该编号已被使用'] })
    expect((await create({ max_output: 0 })).errors).toHaveProperty('max_output')
    expect((await create({ kind: 'embedding' })).errors).toHaveProperty('max_output')
    const dearer = { ...price, cached_input: '5' }
    expect((await admin!.call(operatorLlmModels.request_price, { params, body: dearer })).errors).toHaveProperty('cached_input')
    expect((await admin!.call(operatorLlmModels.request_price, { params, body: price })).code).toBe(
      resultCodes.nothing_to_change.code,
    )
  })

  it('keeps what a model can be shown and how often it answers where a change does not say it', async () => {
    const update = (body: object) => admin!.call(operatorLlmModels.update, { params, body: { ...form, ...body } })
    expect((await update({ image_tokens: 1200, max_choices: 4 })).data).toMatchObject({ image_tokens: 1200, max_choices: 4 })
    expect((await update({ name: '新的名称' })).data).toMatchObject({ image_tokens: 1200, max_choices: 4 })
    expect((await update({ image_tokens: null })).data).toMatchObject({ image_tokens: null, max_choices: 4 })
    expect((await update({ max_choices: 17 })).errors).toHaveProperty('max_choices')
    const { data: history } = await admin!.call(operatorAudit.history, { params })
    expect(JSON.stringify(history)).toContain('1200')
    const create = (body: object) =>
      admin!.call(operatorLlmModels.create, { body: { id: 'flat', kind: 'embedding', ...form, max_output: 0, ...body } })
    expect((await create({ image_tokens: 1 })).errors).toEqual({ image_tokens: ['向量模型不支持图片，请不要填写'] })
    expect((await create({ max_choices: 2 })).errors).toEqual({ max_choices: ['向量模型没有回答，请填 1'] })
  })

  it('charges each call the price it began with', async () => {
    const person = await platform.addUser()
    const token = await person.token()
    await chat(token)
    await approvePrice({ ...price, output: '160', reason: '涨价' })
    await platform.clock.advance(1_000)
    await chat(token)
    const [before, after] = await platform.callsOf(person.id)
    expect(after!.cost_pico - before!.cost_pico).toBe(144n * 1_000_000n)
    const { data } = await admin!.call(operatorLlmModels.prices, { params })
    expect(data.map(({ version, calls, until }) => [version, calls, until !== null])).toEqual([
      [2, 1, false],
      [1, 1, true],
    ])
  })

  it('lists the calls of everybody, without what was said, and says how the upstream does', async () => {
    const { data, raw } = await other!.call(operatorLlmCalls.list, { query: { model: 'new-model' } })
    expect(data).toHaveLength(2)
    expect(raw).not.toContain('字')
    const count = async (keyword: string) => (await other!.call(operatorLlmCalls.list, { query: { keyword } })).total
    const { owner, request_id: number } = data[0]!
    expect(await count(owner.id)).toBe(2)
    expect(await count(owner.nickname.toUpperCase())).toBe(2)
    expect([await count(number.slice(0, 13).toUpperCase()), await count(number.slice(9, 27))]).toEqual([1, 1])
    expect(await count('没有这样的调用')).toBe(0)
    expect((await other!.call(operatorLlmCalls.sum)).data).toMatchObject({ calls: 2, users: 1, errors: 0, posted: '0.00' })
    const health = (await admin!.call(operatorLlmModels.health)).data
    expect(health).toMatchObject({
      sandbox: true,
      reachable: true,
      models: ['zhisuan-echo', 'zhisuan-embedding'],
      hour: { calls: 2 },
    })
    platform.sandbox.faults.unreachable = true
    expect((await admin!.call(operatorLlmModels.health)).data).toMatchObject({ reachable: false, latency_ms: null, models: [] })
    platform.sandbox.faults.unreachable = false
  })

  it('takes a model off: what is under way ends, and nothing new begins', async () => {
    await admin!.call(operatorLlmModels.off_offer, { params })
    const refused = await chat(await (await platform.addUser()).token()).catch((error: { status: number }) => error.status)
    expect(refused).toBe(404)
    const list = (await admin!.call(operatorLlmModels.list, { query: { sort: 'cost_month' } })).data
    expect(list[0]).toMatchObject({ id: 'new-model', on_offer: false, calls_month: 2 })
    expect(await platform.audit()).toEqual([])
  })
})
