import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { addDays, toDayStart, toShanghaiDay } from '#contract/day.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorAdjustments } from '#contract/operator/adjustments.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let finance: Person
let colleague: Person
beforeAll(async () => {
  rental = await createRentalPlatform()
  colleague = await rental.addPerson({ role: 'operator_finance' })
})
beforeEach(async () => {
  finance = await rental.addPerson({ role: 'operator_finance' })
})
afterAll(async () => {
  expect(await rental.audit()).toEqual([])
  await rental.close()
})

type Direction = 'add' | 'take'
const ask = (user: string, direction: Direction, amount: string, options?: { headers: Record<string, string> }, by = finance) =>
  by.call(operatorAdjustments.create, { body: { user, direction, amount, reason: '机房断电补偿' } }, options)
const cash = async (person: Person) => (await rental.walletOf(person)).cash

describe('product §10 Adjusting a balance', () => {
  it('takes effect at once up to 1,000 yuan, and the user is told why', async () => {
    const person = await rental.addPerson({ balance: '10.00' })
    expect((await ask(person.id, 'add', '999.99')).data.pending).toBe(false)
    const known = rental.deps.database.kysely.selectFrom('users').select('phone').where('id', '=', person.id)
    const { phone } = await known.executeTakeFirstOrThrow()
    expect((await ask(phone, 'take', '0.01')).data.pending).toBe(false)
    expect(await cash(person)).toBe('1009.98')
    const { data } = await person.call(notifications.list)
    const told = data.find(({ title }) => title === '余额增加 999.99 元')
    expect(told).toMatchObject({ class: 'balance', content: expect.stringContaining('机房断电补偿') })
    const rows = (await finance.call(operatorAdjustments.list, { query: { keyword: person.id } })).data
    expect(rows.map(({ amount, approved_by: approvedBy }) => [amount, approvedBy]).sort()).toEqual([
      ['-0.01', null],
      ['999.99', null],
    ])
  })

  it('that adds ends the grace of a user in arrears, as a recharge does', async () => {
    const person = await rental.addPerson({ balance: '0.00' })
    const { kysely } = rental.deps.database
    const arrearsSince = rental.clock.now()
    await kysely.updateTable('users').set({ arrears_since: arrearsSince }).where('id', '=', person.id).execute()
    await ask(person.id, 'add', '5.00')
    const user = kysely.selectFrom('users').select('arrears_since').where('id', '=', person.id)
    expect(await user.executeTakeFirstOrThrow()).toEqual({ arrears_since: null })
  })

  it('of more than that waits for another operator', async () => {
    const person = await rental.addPerson({ balance: '10.00' })
    const { id, pending } = (await ask(person.id, 'add', '1000.01')).data
    expect([pending, await cash(person)]).toEqual([true, '10.00'])
    const own = await finance.call(operatorChanges.approve, { params: { id } })
    expect(own.code).toBe(resultCodes.own_change.code)
    expect((await colleague.call(operatorChanges.approve, { params: { id } })).data.status).toBe('approved')
    expect(await cash(person)).toBe('1010.01')
    const [row] = (await colleague.call(operatorAdjustments.list, { query: { keyword: person.id } })).data
    expect(row?.requested_by).not.toBe(row?.approved_by)
    expect(row?.approved_by).not.toBeNull()
  })

  it('cut into many small ones waits for another operator, too', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    const hasty = await rental.addPerson({ role: 'operator_finance' })
    const by = (user: Person, direction: Direction, amount: string) => ask(user.id, direction, amount, undefined, hasty)
    const directions = Array.from({ length: 25 }, (_, nth) => (nth % 2 ? 'take' : 'add'))
    const replies = await Promise.all(directions.map((direction) => by(person, direction, '50')))
    const atOnce = replies.filter((reply) => reply.status === 200 && !reply.data.pending)
    const { rows } = await sql<{ fen: bigint }>`select sum(abs(amount_fen))::bigint as fen from balance_adjustments
      where requested_by = ${hasty.id} and approved_by is null`.execute(rental.deps.database.kysely)
    expect([atOnce.length, rows[0]!.fen]).toEqual([20, 100_000n])
    const third = await rental.addPerson()
    const { id, pending } = (await by(third, 'add', '0.01')).data
    expect(pending).toBe(true)
    expect((await colleague.call(operatorChanges.approve, { params: { id } })).data.status).toBe('approved')
  })

  it('counts what one does alone by the day in Beijing, and not what another approved', async () => {
    const hasty = await rental.addPerson({ role: 'operator_finance' })
    const by = async (amount: string) => {
      const person = await rental.addPerson()
      return (await ask(person.id, 'add', amount, undefined, hasty)).data
    }
    const large = await by('5000')
    expect(large.pending).toBe(true)
    await colleague.call(operatorChanges.approve, { params: { id: large.id } })
    expect((await by('1000')).pending).toBe(false)
    expect((await by('0.01')).pending).toBe(true)
    const now = rental.clock.now()
    const midnight = toDayStart(addDays(toShanghaiDay(now), 1))
    await rental.clock.advance(midnight.getTime() - now.getTime() - 1)
    expect((await by('0.01')).pending).toBe(true)
    await rental.clock.advance(1)
    expect((await by('1000')).pending).toBe(false)
  })

  it('is decided by another than whose balance it is', async () => {
    const { id } = (await ask(colleague.id, 'add', '5000')).data
    const before = await cash(colleague)
    const own = [
      await colleague.call(operatorChanges.approve, { params: { id } }),
      await colleague.call(operatorChanges.reject, { params: { id }, body: { note: '理由不足' } }),
    ]
    expect(own.map(({ status, code }) => [status, code])).toEqual([
      [403, resultCodes.own_change.code],
      [403, resultCodes.own_change.code],
    ])
    expect(await cash(colleague)).toBe(before)
    const third = await rental.addPerson({ role: 'operator_finance' })
    expect((await third.call(operatorChanges.approve, { params: { id } })).data.status).toBe('approved')
  })

  it('is asked for anew when the balance was adjusted in the meantime', async () => {
    const person = await rental.addPerson()
    const { id } = (await ask(person.id, 'add', '2000')).data
    expect((await ask(person.id, 'add', '5')).data.pending).toBe(false)
    expect((await colleague.call(operatorChanges.approve, { params: { id } })).code).toBe(resultCodes.change_outdated.code)
  })

  it('never takes more than there is', async () => {
    const person = await rental.addPerson({ balance: '10.00' })
    expect((await ask(person.id, 'take', '10.01')).code).toBe(resultCodes.insufficient_balance.code)
    expect(await cash(person)).toBe('10.00')
  })

  it('sent many times with one key has one effect and one answer', async () => {
    const person = await rental.addPerson({ balance: '0.00' })
    const headers = { 'idempotency-key': 'adjust-once' }
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(person.id, 'add', '7.00', { headers })))
    expect(new Set(replies.map(({ raw }) => raw)).size).toBe(1)
    expect(await cash(person)).toBe('7.00')
  })

  it.each([
    ['nobody', '没有这个用户，请输入完整手机号、UUID 或用户编号', resultCodes.not_found],
    ['', '请输入用户', resultCodes.invalid],
  ] as const)('for %j is refused at the field', async (user, message, { code }) => {
    const reply = await ask(user, 'add', '1')
    expect([reply.code, reply.errors]).toEqual([code, { user: [message] }])
  })

  it('of one’s own balance is refused', async () =>
    expect((await ask(finance.id, 'add', '1')).errors).toEqual({ user: ['不能调整自己的余额'] }))
})
