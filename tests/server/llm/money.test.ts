import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consumption } from '#contract/consumption.ts'
import { toShanghaiDay } from '#contract/day.ts'
import { invoices } from '#contract/invoices.ts'
import { wallet } from '#contract/wallet.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { addLlmModel, createLlmPlatform, type LlmPlatform } from '#tests/support/llm.ts'
import type { Person } from '#tests/support/people.ts'

let platform: LlmPlatform
beforeAll(async () => {
  platform = await createLlmPlatform()
  await addLlmModel(platform, { id: 'dear', input: 0n, cached: 0n, output: 1000n })
})
afterAll(() => platform.close())

/** Each token of the answer costs ¥0.001; the question is free. */
async function spend(person: Person, tokens: number): Promise<void> {
  const messages = [{ role: 'user' as const, content: '字'.repeat(tokens) }]
  await platform.client(await person.token()).chat.completions.create({ model: 'dear', messages, max_tokens: tokens })
  await platform.settled()
}

describe('docs/decisions/040 Tokens are consumption as any other', () => {
  it('in the wallet, the costs of the day, what may be withdrawn and what may be invoiced', async () => {
    const person = await platform.addUser({ balance: '10.00' })
    for (const tokens of [1255, 3, 4, 5]) await spend(person, tokens)
    expect((await person.call(wallet.get)).data).toMatchObject({ cash: '8.74', consumed: '1.26', recharged: '10.00' })
    const today = toShanghaiDay(platform.clock.now())
    const lines = (await person.call(consumption.list)).data
    expect(lines).toMatchObject([{ day: today, kind: 'llm_usage', amount: '1.26', cash: '1.26', voucher: '0.00' }])
    const overview = (await person.call(consumption.overview)).data
    const none = '0.00'
    expect(overview.today).toBe('1.26')
    expect(overview.days.at(-1)).toEqual({ day: today, usage: '1.26', orders: none, packages: none, late_fees: none })
    const daily = (await person.call(consumption.daily)).data
    expect(daily.subjects).toEqual([{ kind: 'llm', id: null, name: '大模型 API' }])
    expect(daily.days.at(-1)).toEqual({ day: today, total: '1.26', amounts: ['1.26'], packages: none })
    expect((await person.call(invoices.invoiceable)).data).toMatchObject({ consumed: '1.26' })
    const linesOf = (await person.call(withdrawals.quote, { query: { type: '1' } })).data.lines
    expect(linesOf.find(({ label }) => label === '已消费')?.amount).toBe('-1.26')
    expect(await platform.audit()).toEqual([])
  })

  it('of a sub-account, which its master pays where the budget has ended', async () => {
    const master = await platform.addUser({ balance: '50.00' })
    const sub = await platform.addUser({ balance: '0.00', account_type: 'sub' })
    const { kysely } = platform.deps.database
    await kysely.updateTable('users').set({ master_id: master.id }).where('id', '=', sub.id).execute()
    await platform.recharge(sub.id, '1.00')
    await spend(sub, 500)
    expect([await platform.cashOf(sub.id), await platform.cashOf(master.id)]).toEqual([50n, 5000n])
    expect(await platform.audit()).toEqual([])
  })
})
