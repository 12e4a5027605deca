import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { createSpendingPlatform, oneDayMs, type SpendingPlatform } from './spending-platform.ts'

const at = (text: string) => new Date(`${text}+08:00`)
let platform: SpendingPlatform
beforeAll(async () => {
  platform = await createSpendingPlatform(at('2026-09-30T10:00:00'))
})
afterAll(() => platform.close())

describe('requirements §9 What is not confirmed may not be invoiced', () => {
  it('and says when it will be, to the millisecond, over National Day', async () => {
    const person = await platform.addPerson({ balance: '100.00' })
    await platform.buy(person, 5472n)
    await platform.use(person, 900n)
    const shown = await platform.show(person)
    expect(shown).toMatchObject({ ready: '0.00', waiting: '63.72' })
    expect(shown.items.map(({ kind, ready, confirmed_at: confirmedAt }) => [kind, ready, confirmedAt])).toEqual([
      ['usage', false, at('2026-10-13T00:00:00').toISOString()],
      ['order', false, at('2026-10-13T10:00:00').toISOString()],
    ])
    const itemIds = shown.items.map(({ id }) => id)
    const refused = await platform.ask(person, { item_ids: itemIds, amount: '63.72' })
    expect([refused.status, refused.code]).toEqual([409, resultCodes.invoice_not_confirmed.code])

    await platform.clock.advance(at('2026-10-13T00:00:00').getTime() - platform.clock.now().getTime() - 1)
    expect((await platform.show(person)).ready).toBe('0.00')
    await platform.clock.advance(1)
    expect((await platform.show(person)).ready).toBe('9.00')
    await platform.clock.advance(10 * 3_600_000)
    expect((await platform.show(person)).ready).toBe('63.72')
    expect((await platform.ask(person)).data.amount).toBe('63.72')
  })

  it('splits metered use by days of Beijing: one item a day', async () => {
    const person = await platform.addPerson({ balance: '100.00' })
    const midnight = at('2026-11-03T00:00:00').getTime()
    await platform.clock.advance(midnight - 1_000 - platform.clock.now().getTime())
    await platform.use(person, 100n)
    await platform.clock.advance(1_000)
    await platform.use(person, 250n)
    await platform.use(person, 50n)
    await platform.clock.advance(14 * oneDayMs)
    const { items } = await platform.show(person)
    expect(items.map(({ day, amount }) => [day, amount])).toEqual([
      ['2026-11-02', '1.00'],
      ['2026-11-03', '3.00'],
    ])
  })
})
