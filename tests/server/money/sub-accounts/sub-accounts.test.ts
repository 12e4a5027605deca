import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instances } from '#contract/instances.ts'
import { parseYuanToFen } from '#contract/money.ts'
import { notifications } from '#contract/notifications.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { wallet } from '#contract/wallet.ts'
import { topUpBudgets } from '#server/domains/money/sub-accounts/monthly-budget.service.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { createInstanceMoneyHelper } from '#tests/support/instance-money.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { type SubAccountOptions, signInSubAccount } from '#tests/support/sub-accounts.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => rental.close())
afterEach(async () => expect(await rental.audit()).toEqual([]))

let made = 0
const phone = () => `17${String(++made).padStart(9, '0')}`
const addSub = (master: Person, terms: SubAccountOptions = {}) => signInSubAccount(rental, master.id, terms)
const cash = (person: Pick<Person, 'id'>) => getCashBalance(rental.deps.database.kysely, person.id)
const ofSub = (sub: Person) => ({ params: { id: sub.id } })
const give = (master: Person, sub: Person, amount: string, key?: string) =>
  master.call(subAccounts.allocate, { ...ofSub(sub), body: { amount } }, key ? { headers: { 'idempotency-key': key } } : {})
const take = (master: Person, sub: Person, amount: string) =>
  master.call(subAccounts.take_back, { ...ofSub(sub), body: { amount } })

describe('product §6 A sub-account', () => {
  it('is verified as its master is, and knows whose it is', async () => {
    const [verified, stranger] = [await rental.addPerson(), await rental.addPerson({ real_name: false })]
    const [sub, unverified] = [await addSub(verified, { price_max: '3', monthly: '50' }), await addSub(stranger)]
    expect((await sub.call(users.get, { params: { id: sub.id } })).data.real_name.passed).toBe('T')
    expect((await unverified.call(users.get, { params: { id: unverified.id } })).data.real_name.passed).toBe('F')
    expect((await sub.call(subAccounts.own)).data).toMatchObject({ price_max: '3.00', instances_max: null, monthly: '50.00' })
    expect((await verified.call(subAccounts.own)).data).toBeNull()
  })

  it('cannot recharge, be verified as somebody else, nor make sub-accounts of its own', async () => {
    const sub = await addSub(await rental.addPerson())
    const body = { amount: '1.00', channel: 'alipay' as const }
    expect((await sub.call(wallet.recharge, { body })).code).toBe(resultCodes.forbidden.code)
    const person = { name: '张三', id_number: '11010519491231002X', consent: true as const }
    expect((await sub.call(users.verify_real_name, { body: person })).code).toBe(resultCodes.forbidden.code)
    expect((await sub.call(subAccounts.create, { body: { phone: phone(), name: '再一层' } })).code).toBe(
      resultCodes.forbidden.code,
    )
  })

  it('of somebody else does not exist', async () => {
    const [master, other] = await rental.addPeople(2)
    const sub = await addSub(master!, { amount: '10' })
    for (const reply of [
      await other!.call(subAccounts.get, ofSub(sub)),
      await take(other!, sub, '1'),
      await give(other!, sub, '1'),
      await other!.call(subAccounts.remove, ofSub(sub)),
    ])
      expect(reply.code).toBe(resultCodes.not_found.code)
    expect(await cash(sub)).toBe(1000n)
  })
})

describe('product §6 A budget', () => {
  it('is money of the master set aside, and what is unused comes back', async () => {
    const master = await rental.addPerson({ balance: '100.00' })
    const sub = await addSub(master, { amount: '30' })
    await give(master, sub, '20.50')
    expect([await cash(master), await cash(sub)]).toEqual([4950n, 5050n])
    await take(master, sub, '50.50')
    expect([await cash(master), await cash(sub)]).toEqual([10_000n, 0n])
    expect((await give(master, sub, '100.01')).code).toBe(resultCodes.insufficient_balance.code)
    const refused = await take(master, sub, '0.01')
    expect([refused.code, refused.errors?.amount]).toEqual([resultCodes.sub_account_budget.code, ['最多可以收回 ¥0.00']])
  })

  it('sent fifty times at once with one key is moved once, with one answer', async () => {
    const master = await rental.addPerson({ balance: '100.00' })
    const sub = await addSub(master)
    const replies = await Promise.all(Array.from({ length: 50 }, () => give(master, sub, '10', 'one-key')))
    expect(new Set(replies.map(({ raw }) => raw)).size).toBe(1)
    expect([await cash(master), await cash(sub)]).toEqual([9000n, 1000n])
  })

  it('moved both ways by many at once neither makes nor loses money', async () => {
    const master = await rental.addPerson({ balance: '10.00' })
    const sub = await addSub(master)
    await Promise.all(Array.from({ length: 30 }, (_, n) => (n % 2 ? give(master, sub, '3') : take(master, sub, '2'))))
    const [left, there] = [await cash(master), await cash(sub)]
    expect(left + there).toBe(1000n)
    expect(left >= 0n && there >= 0n).toBe(true)
  })

  it('keeps what runs has used already, and what is beyond it the master pays at once', async () => {
    const master = await rental.addPerson({ balance: '100.00' })
    const sub = await addSub(master, { amount: '5' })
    const id = await rental.rent(sub)
    await rental.tick(1_800_000, 240_000)
    expect((await take(master, sub, '5')).code).toBe(resultCodes.sub_account_budget.code)
    const { remaining } = (await master.call(subAccounts.get, ofSub(sub))).data
    expect((await take(master, sub, remaining)).status).toBe(200)
    await rental.tick(1_200_000, 240_000)
    await rental.act(sub, id, 'shutdown')
    await rental.tick(60_000)
    expect(await cash(sub)).toBe(0n)
    expect(await cash(master)).toBeLessThan(10_000n)
    const { spent_month: spentMonth } = (await master.call(subAccounts.get, ofSub(sub))).data
    expect((await cash(master)) + parseYuanToFen(spentMonth)).toBe(10_000n)
  })

  it('opens to the rows of what was spent, and counts what is not settled on both sides', async () => {
    const master = await rental.addPerson({ balance: '100.00' })
    const sub = await addSub(master, { amount: '20' })
    const id = await rental.rent(sub)
    await rental.tick(1_800_000, 240_000)
    const running = (await master.call(subAccounts.get, ofSub(sub))).data
    expect(running.unsettled).not.toBe('0.00')
    const parts = [running.remaining, running.spent_month, running.unsettled]
    expect(parts.reduce((sum, part) => sum + parseYuanToFen(part), 0n)).toBe(2000n)
    await rental.act(sub, id, 'shutdown')
    await rental.tick(60_000)
    const { spent_month: spent, unsettled } = (await master.call(subAccounts.get, ofSub(sub))).data
    const { data: rows } = await master.call(subAccounts.consumption, ofSub(sub))
    expect([unsettled, rows.map(({ instance_id: instanceId, amount }) => [instanceId, amount])]).toEqual(['0.00', [[id, spent]]])
    const stranger = await rental.addPerson()
    expect((await stranger.call(subAccounts.consumption, ofSub(sub))).status).toBe(404)
  })

  it('that is used up stops what runs after the grace, and both are told', async () => {
    const master = await rental.addPerson({ balance: '100.00' })
    const sub = await addSub(master, { amount: '2.50' })
    const id = await rental.rent(sub)
    await rental.tick(3 * 3_600_000, 240_000)
    expect((await rental.show(sub, id)).status).not.toBe(2)
    const of = async (person: Person) => (await person.call(notifications.list, { query: { class: 'arrears' } })).data
    expect((await of(sub)).at(-1)).toMatchObject({ link: '/console/account-message' })
    expect((await of(master)).map(({ title }) => title)).toContain('子账号 标注组：余额已用完，实例将在 1 小时后关机')
    expect(await cash(sub)).toBe(0n)
  })

  it('beyond what the master has is owed as usual', async () => {
    const master = await rental.addPerson({ balance: '2.50' })
    const sub = await addSub(master, { amount: '2.50' })
    await rental.rent(sub)
    await rental.tick(3 * 3_600_000, 240_000)
    expect(await cash(master)).toBe(0n)
    expect(await cash(sub)).toBeLessThan(0n)
  })

  it('is topped up to its level once a month, however often the job runs, as far as there is money', async () => {
    const master = await rental.addPerson({ balance: '50.00' })
    const sub = await addSub(master, { amount: '5', monthly: '20' })
    const run = () => Promise.all([topUpBudgets(rental.deps), topUpBudgets(rental.deps)])
    await run()
    expect(await cash(sub)).toBe(500n)
    await rental.clock.advance(31 * 86_400_000)
    await run()
    await run()
    expect(await cash(sub)).toBe(2000n)
    await take(master, sub, '20')
    await run()
    expect(await cash(sub)).toBe(0n)
    await give(master, await addSub(master), '40')
    await rental.clock.advance(31 * 86_400_000)
    await run()
    expect([await cash(sub), await cash(master)]).toEqual([1000n, 0n])
    const told = (await master.call(notifications.list, { query: { class: 'balance' } })).data
    expect(told[0]).toMatchObject({ title: '余额不足，没有补足子账号 标注组 的额度' })
  })
})

describe('product §6 Limits of a sub-account', () => {
  it('refuse an instance that costs more per hour, at the quote and at the order', async () => {
    const master = await rental.addPerson()
    const sub = await addSub(master, { amount: '50', price_max: '5' })
    expect((await rental.quote(sub, { model: 'A100 80GB' })).code).toBe(resultCodes.sub_account_price_limit.code)
    const { token } = (await rental.quote(sub, { gpu_num: 2 })).data
    await master.call(subAccounts.update, { ...ofSub(sub), body: { name: '标注组', price_max: '4' } })
    expect((await sub.call(orders.create, { body: { quote: token } })).code).toBe(resultCodes.sub_account_price_limit.code)
    expect((await rental.quote(master, { model: 'A100 80GB' })).status).toBe(200)
  })

  it('hold for what makes an instance dearer or sells it more time: lift, disk, renewal and conversion', async () => {
    const master = await rental.addPerson()
    const sub = await addSub(master, { amount: '60', price_max: '5' })
    const limit = (priceMax: string) =>
      master.call(subAccounts.update, { ...ofSub(sub), body: { name: '标注组', price_max: priceMax } })
    const money = createInstanceMoneyHelper(rental)
    const id = await rental.rent(sub, { gpu_num: 1 })
    await money.rest(sub, id)
    const beyond = resultCodes.sub_account_price_limit.code
    expect((await money.quoteLift(sub, id, { gpu_num: 4 })).code).toBe(beyond)
    const { data: lifted } = await money.quoteLift(sub, id, { gpu_num: 2 })
    const { data: converted } = await money.quoteConversion(sub, id, 'day')
    const { data: disk } = await sub.call(instances.resize_quote, { params: { id }, body: { data_disk: 100 } })
    await limit('2')
    expect((await money.orderLift(sub, id, lifted.token)).code).toBe(beyond)
    expect((await money.orderConversion(sub, id, converted.token)).code).toBe(beyond)
    const grown = { params: { id }, body: { data_disk: 100, new_price_hour: disk.new_price_hour } }
    expect((await sub.call(instances.resize_disk, grown)).code).toBe(beyond)
    await limit('5')
    expect((await money.convert(sub, id, 'day')).status).toBe(200)
    const { data: renewal } = await money.quoteRenewal(sub, [id])
    await limit('2')
    expect((await money.orderRenewal(sub, renewal.token)).data).toMatchObject([{ id, ok: false, code: beyond }])
    expect((await money.convert(sub, id, 'hour')).code).toBe(beyond)
    await rental.releaseAll(sub)
  })

  it('refuse one instance too many, also of many ordered at once', async () => {
    const sub = await addSub(await rental.addPerson(), { amount: '50', instances_max: 2 })
    const tokens = await rental.quotesFor(Array(6).fill(sub), { gpu_num: 1 })
    const replies = await Promise.all(tokens.map((quote) => sub.call(orders.create, { body: { quote } })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(replies.filter(({ code }) => code === resultCodes.sub_account_instances_limit.code)).toHaveLength(4)
    await rental.releaseAll(sub)
    expect((await rental.quote(sub)).status).toBe(200)
  })
})

describe('product §6 The end of a sub-account', () => {
  it('waits until its instances are gone, and gives the rest back', async () => {
    const master = await rental.addPerson({ balance: '100.00' })
    const sub = await addSub(master, { amount: '40' })
    await rental.rent(sub)
    expect((await master.call(subAccounts.remove, ofSub(sub))).code).toBe(resultCodes.sub_account_in_use.code)
    await rental.releaseAll(sub)
    const before = (await cash(master)) + (await cash(sub))
    expect((await master.call(subAccounts.remove, ofSub(sub))).status).toBe(200)
    expect([await cash(master), await cash(sub)]).toEqual([before, 0n])
    expect((await master.call(subAccounts.list)).total).toBe(0)
    expect((await sub.call(subAccounts.own)).status).not.toBe(200)
  })

  it('frozen, it runs nothing and signs in nowhere until its master takes that back', async () => {
    const master = await rental.addPerson()
    const sub = await addSub(master, { amount: '40' })
    const id = await rental.rent(sub)
    expect((await master.call(subAccounts.freeze, ofSub(sub))).data.state).toBe('frozen')
    await rental.tick(60_000)
    expect((await sub.call(subAccounts.own)).status).not.toBe(200)
    const { status } = await rental.deps.database.kysely
      .selectFrom('instances')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(status).toBe(7)
    expect((await master.call(subAccounts.unfreeze, ofSub(sub))).data.state).toBe('active')
  })

  it('frozen by the platform, its master cannot unfreeze it', async () => {
    const master = await rental.addPerson()
    const sub = await addSub(master)
    const frozen = { frozen_at: rental.clock.now(), frozen_reason: '违规' }
    await rental.deps.database.kysely.updateTable('users').set(frozen).where('id', '=', sub.id).execute()
    expect((await master.call(subAccounts.unfreeze, ofSub(sub))).code).toBe(resultCodes.sub_account_state.code)
  })
})
