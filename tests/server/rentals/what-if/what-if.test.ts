import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consumption } from '#contract/consumption.ts'
import { instanceGuards } from '#contract/guards.ts'
import { instances } from '#contract/instances.ts'
import { formatFenAsYuan, parseYuanToFen, sumAmounts } from '#contract/money.ts'
import { wallet } from '#contract/wallet.ts'
import { type WhatIf, type WhatIfPlan, whatIf, whatIfInstancesMax } from '#contract/what-if.ts'
import { getWhatIf } from '#server/domains/rentals/what-if/what-if.service.ts'
import type { Context } from '#server/http/context.ts'
import { countStatements } from '#tests/support/count-statements.ts'
import { giveCoupon } from '#tests/support/coupons.ts'
import { createInstanceMoneyHelper, hourMs, type InstanceMoneyHelper, msPerDay } from '#tests/support/instance-money.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { runMetering } from '#tests/support/metering.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { addSubAccount } from '#tests/support/sub-accounts.ts'

let rental: RentalPlatform
let money: InstanceMoneyHelper
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 64)] })
  money = createInstanceMoneyHelper(rental)
})
afterAll(async () => {
  expect(await rental.audit()).toEqual([])
  await rental.close()
})

const ask = async (person: Person, minutes?: '10' | '30' | '60') =>
  (await person.call(whatIf.read, { query: minutes ? { idle_minutes: minutes } : {} })).data
const sum = (amounts: readonly string[]) => formatFenAsYuan(sumAmounts(amounts.map(parseYuanToFen)))
const rowOf = (answer: WhatIf, id: string) => answer.instances.find((row) => row.id === id)!
const lineOf = (answer: WhatIf, id: string, plan: WhatIfPlan) => rowOf(answer, id).lines.find((line) => line.plan === plan)!

/** An instance that is shut down and was billed nothing yet. */
async function restingInstance(person: Person, wish: object = {}): Promise<string> {
  const id = await rental.rent(person, wish)
  await money.rest(person, id)
  return id
}
/** Runs an instance for some hours of metering. */
const run = (person: Person, id: string, hours: number, gpuMicro = 2_280_000n) =>
  runMetering(rental, { id, user_id: person.id, gpu_micro: gpuMicro }, Array(hours).fill(3_600))

/** What the ledger says was spent, from the statement itself. */
async function spentByLedger(person: Person): Promise<string> {
  const { data } = await person.call(wallet.entries, { query: { page_size: 100 } })
  const spent = data.filter(({ kind }) => ['usage', 'order', 'refund', 'late_fee', 'llm_usage'].includes(kind))
  return formatFenAsYuan(-sumAmounts(spent.map(({ amount }) => parseYuanToFen(amount))))
}

/** Writes use of each card in buckets of ten minutes from a moment on. */
async function writeUse(id: string, from: Date, percents: readonly number[], cards = 1, vramMb = 8_000): Promise<void> {
  const step = 600_000
  const first = Math.ceil(from.getTime() / step) * step
  const rows = percents.flatMap((percent, nth) =>
    Array.from({ length: cards }, (_, card) => ({
      instance_id: id,
      step_s: 600,
      card,
      at: new Date(first + nth * step),
      gpu_use_max: percent,
      vram_used_max: vramMb,
    })),
  )
  await rental.deps.database.kysely.insertInto('usage_points').values(rows).execute()
}

describe('decision 078 The actual column of the what-if bill', () => {
  it('equals ledger, consumption and overview, with vouchers, packages, a refund and a conversion', async () => {
    const person = await rental.addPerson({ balance: '9000.00' })
    await giveCoupon(rental, person, { face: '5.00' })
    const hourly = await restingInstance(person)
    await run(person, hourly, 5)
    rental.faults.pull_error = 'ImageNotFound'
    const failed = (await rental.order(person, { charge_rule: 'day' })).data.instance_id!
    await rental.tick(5_000)
    rental.faults.pull_error = undefined
    const weekly = await rental.rent(person, { charge_rule: 'week', quantity: 1 })
    await rental.clock.advance(2 * msPerDay)
    await money.convert(person, weekly, 'hour')
    const answer = await ask(person)
    const { data: overview } = await person.call(consumption.overview)
    expect(answer.total).toBe(overview.total)
    expect(answer.total).toBe((await person.call(consumption.sum)).data.amount)
    for (const { id, actual } of answer.instances)
      expect([id, actual]).toEqual([id, (await person.call(consumption.sum, { query: { instance_id: id } })).data.amount])
    expect(sum([...answer.instances.map(({ actual }) => actual), answer.rest.amount, answer.others])).toBe(answer.total)
    expect(rowOf(answer, failed).actual).toBe('0.00')
    // the voucher paid for some of it: the ledger's cash is that much less
    const { voucher } = (await person.call(consumption.sum)).data
    expect(sum([await spentByLedger(person), voucher])).toBe(answer.total)
    // pay-as-you-go at an unchanged price is what was charged, whoever paid
    expect(lineOf(answer, hourly, 'hour')).toMatchObject({ amount: rowOf(answer, hourly).actual, current: true, why_not: null })
    expect(rowOf(answer, hourly)).toMatchObject({ actual: '11.40', used: '11.40', run_seconds: 18_000 })
    // two days of the week were kept, and all of them were used
    expect(rowOf(answer, weekly).used).toBe(rowOf(answer, weekly).actual)
    await rental.releaseAll(person)
  })

  it('of a package is what was paid; what it is compared with is the time that is over', async () => {
    const person = await rental.addPerson({ balance: '2000.00' })
    const id = await rental.rent(person, { charge_rule: 'week', quantity: 1 })
    await rental.clock.advance(3.5 * msPerDay)
    const row = rowOf(await ask(person), id)
    expect(row.actual).toBe('383.04')
    expect(Number(row.used)).toBeCloseTo(383.04 / 2, 0)
    expect(row.run_seconds).toBeGreaterThan(3.4 * 86_400)
    // it ran all the time, at the same price by the hour
    expect(Number(row.lines[0]!.amount)).toBeCloseTo((row.run_seconds / 3_600) * 2.28, 1)
    await money.rest(person, id)
    await rental.clock.advance(2 * msPerDay)
    const rested = await ask(person)
    expect(rowOf(rested, id)).toMatchObject({ best: 'hour' })
    expect(lineOf(rested, id, 'idle_stop').why_not).toBe('套餐关机也计时，闲置关机不省钱')
    expect(Number(rested.save)).toBeCloseTo((2 / 7) * 383.04, 0)
    // a package whose payment is longer ago is there as well, with nothing paid lately
    await rental.deps.database.kysely
      .updateTable('orders')
      .set({ paid_at: new Date(rental.clock.now().getTime() - 40 * msPerDay), quantity: 8 })
      .where('instance_id', '=', id)
      .execute()
    const later = rowOf(await ask(person), id)
    expect(Number(later.used)).toBeGreaterThan(0)
    await rental.releaseAll(person)
  })
})

describe('decision 078 The plans of the what-if bill', () => {
  it('name the cheapest that can be taken now; the guard that is set at once is no saving any more', async () => {
    const person = await rental.addPerson({ balance: '2000.00' })
    const id = await restingInstance(person)
    const from = rental.clock.now()
    await run(person, id, 12)
    await writeUse(id, from, [...Array(6).fill(90), ...Array(65).fill(0)])
    const answer = await ask(person)
    const row = rowOf(answer, id)
    expect(row.best).toBe('idle_stop')
    expect(lineOf(answer, id, 'day')).toMatchObject({ amount: '54.72', why_not: '创建不足 1 天，还看不出规律' })
    expect(lineOf(answer, id, 'week').why_not).toBe('创建不足 7 天，还看不出规律')
    expect(lineOf(answer, id, 'smaller')).toMatchObject({ amount: null, why_not: '只有 1 张卡，没有更小的规格' })
    expect([answer.used, sum([answer.best, answer.save])]).toEqual([row.actual, row.actual])
    const [soon, late] = [await ask(person, '10'), await ask(person, '60')]
    expect(Number(soon.best)).toBeLessThan(Number(answer.best))
    expect(Number(late.best)).toBeGreaterThan(Number(answer.best))
    expect(Number(lineOf(answer, id, 'no_gpu').amount)).toBeLessThan(Number(row.actual))
    await person.call(instanceGuards.update, { params: { id }, body: { idle: { percent: 5, minutes: 30 } } })
    const guarded = await ask(person)
    expect(lineOf(guarded, id, 'idle_stop')).toMatchObject({ current: true, amount: lineOf(answer, id, 'idle_stop').amount })
    expect([rowOf(guarded, id).best, guarded.save]).toEqual([null, '0.00'])
    expect(rowOf(await ask(person, '10'), id).best).toBe('idle_stop')
    await rental.releaseAll(person)
  })

  it('with half the cards only where samples say that half was enough', async () => {
    const person = await rental.addPerson({ balance: '2000.00' })
    const [light, heavy] = [await restingInstance(person, { gpu_num: 4 }), await restingInstance(person, { gpu_num: 4 })]
    await rental.clock.advance(msPerDay)
    for (const [id, percent] of [
      [light, 40],
      [heavy, 60],
    ] as const) {
      const from = rental.clock.now()
      await run(person, id, 6, 9_120_000n)
      await writeUse(id, from, Array(35).fill(percent), 4)
    }
    const answer = await ask(person)
    expect(lineOf(answer, light, 'smaller')).toMatchObject({ amount: '27.36', why_not: null })
    expect(rowOf(answer, light).best).toBe('smaller')
    expect(lineOf(answer, heavy, 'smaller')).toMatchObject({ amount: '27.36', why_not: '各卡使用率最高合计 240%，2 张卡不够' })
    expect(rowOf(answer, heavy).best).toBeNull()
    await rental.releaseAll(person)
  })

  it('by the hour where the week is older than the fine samples', async () => {
    const person = await rental.addPerson({ balance: '2000.00' })
    const id = await restingInstance(person)
    const from = rental.clock.now()
    await run(person, id, 10)
    const first = Math.ceil(from.getTime() / hourMs) * hourMs
    const rows = Array.from({ length: 9 }, (_, nth) => ({
      instance_id: id,
      step_s: 3600,
      card: 0,
      at: new Date(first + nth * hourMs),
      gpu_use_max: 1,
    }))
    await rental.deps.database.kysely.insertInto('usage_points').values(rows).execute()
    expect(lineOf(await ask(person), id, 'idle_stop').amount).toBeNull()
    await rental.clock.advance(8 * msPerDay)
    expect(lineOf(await ask(person), id, 'idle_stop').reckoning.at(-1)!.detail).toMatch(/^闲置满 30 分钟之后的 8 小时 30 分/)
    await rental.releaseAll(person)
  })

  it('of a released instance are for comparison only', async () => {
    const person = await rental.addPerson({ balance: '2000.00' })
    const id = await restingInstance(person)
    await run(person, id, 30)
    await person.call(instances.release, { params: { id } })
    const answer = await ask(person)
    expect(rowOf(answer, id)).toMatchObject({ released: true, best: null, actual: '68.40' })
    expect(lineOf(answer, id, 'hour')).toMatchObject({ amount: '68.40', why_not: '实例已释放，只作对照' })
    await rental.releaseAll(person)
  })
})

describe('decision 078 Whose what-if bill it is', () => {
  it('is nobody else’s: neither a stranger nor the master sees what a sub-account ran', async () => {
    const [master, stranger] = await rental.addPeople(2, { balance: '500.00' })
    const subId = await addSubAccount(rental, master!.id, { amount: '100.00' })
    const owned = await restingInstance(master!)
    await run(master!, owned, 2)
    const { kysely } = rental.deps.database
    const row = await kysely.selectFrom('instances').selectAll().where('id', '=', owned).executeTakeFirstOrThrow()
    await kysely
      .insertInto('instances')
      .values({ ...row, id: `${owned}-sub`, user_id: subId, carry: 0n })
      .execute()
    await runMetering(rental, { id: `${owned}-sub`, user_id: subId }, [3_600])
    expect((await ask(stranger!)).instances).toEqual([])
    expect((await ask(master!)).instances.map(({ id, actual }) => [id, actual])).toEqual([[owned, '4.56']])
    const asSub = { deps: rental.deps, caller: { user_id: subId } } as Context
    const { total, instances: own } = await getWhatIf(asSub, { idle_minutes: '30' })
    expect([total, own.map(({ id, actual }) => [id, actual])]).toEqual(['2.28', [[`${owned}-sub`, '2.28']]])
    await rental.releaseAll(master!)
  })

  it('reckons the fifty that cost most in a fixed number of queries, and sums the rest', async () => {
    const person = await rental.addPerson({ balance: '2000.00' })
    const id = await restingInstance(person)
    const { kysely } = rental.deps.database
    const row = await kysely.selectFrom('instances').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await run(person, id, 1)
    const statements = countStatements()
    const counted = {
      deps: { ...rental.deps, database: statements.of(rental.deps.database) },
      caller: { user_id: person.id },
    } as Context
    await getWhatIf(counted, { idle_minutes: '30' })
    const forOne = statements.count
    const copies = Array.from({ length: whatIfInstancesMax + 2 }, (_, nth) => `${id}-${nth}`)
    await kysely
      .insertInto('instances')
      .values(copies.map((copy) => ({ ...row, id: copy })))
      .execute()
    for (const copy of copies) await runMetering(rental, { id: copy, user_id: person.id }, [1_800])
    const answer = await getWhatIf(counted, { idle_minutes: '30' })
    expect(statements.count - forOne).toBe(forOne)
    expect(answer.instances).toHaveLength(whatIfInstancesMax)
    expect(answer.instances[0]).toMatchObject({ id, actual: '2.28' })
    expect(answer.rest).toEqual({ count: 3, amount: '3.42' })
    expect(answer.total).toBe((await person.call(consumption.overview)).data.total)
    await rental.releaseAll(person)
  })

  it.each(['5', '30.5', ''])('idle minutes of %j are refused', async (minutes) => {
    const person = await rental.addPerson()
    expect((await person.call(whatIf.read, { query: { idle_minutes: minutes as '10' } })).status).toBe(400)
  })

  it('without any spending is empty', async () => {
    const person = await rental.addPerson()
    expect(await ask(person)).toMatchObject({ total: '0.00', used: '0.00', save: '0.00', instances: [], plans: [] })
  })
})
