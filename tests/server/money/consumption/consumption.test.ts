import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consumption } from '#contract/consumption.ts'
import { toDayStart, toShanghaiDay } from '#contract/day.ts'
import { parseYuanToFen } from '#contract/money.ts'
import { wallet } from '#contract/wallet.ts'
import { closeSegmentAsSeen, openSegment, settleDueSegments } from '#server/domains/money/billing/billing.service.ts'
import { listInstanceCosts } from '#server/domains/money/consumption/consumption.service.ts'
import { verifyConsumption } from '#src/features/consumption/verify-consumption.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 64)] })
})
afterAll(() => rental.close())

/** One run: how it is priced, and after how many seconds it is settled, again and again until it ends. */
interface Run {
  pause_s: number
  price_micro: number
  settled_after_s: readonly number[]
}

/** Meters a run by the platform's own billing, the seconds being seen just before each settlement. */
async function meter(
  instanceId: string,
  userId: string,
  { pause_s: pauseS, price_micro: priceMicro, settled_after_s: settledAfterS }: Run,
): Promise<void> {
  const { database } = rental.deps
  await rental.clock.advance(pauseS * 1000)
  await database.transaction(async (trx) => {
    const { carry } = await trx.selectFrom('instances').select('carry').where('id', '=', instanceId).executeTakeFirstOrThrow()
    const row = {
      id: instanceId,
      user_id: userId,
      price_micro: BigInt(priceMicro),
      image_price_micro: 0n,
      image_version_id: null,
      carry,
    }
    await openSegment(trx, row, rental.clock.now())
  })
  for (const seconds of settledAfterS) {
    await rental.clock.advance(seconds * 1000)
    const now = rental.clock.now()
    await database.transaction(async (trx) => {
      await trx
        .updateTable('segments')
        .set((eb) => ({ seen_s: eb('seen_s', '+', BigInt(seconds)), seen_at: now, next_bill_at: now }))
        .where('instance_id', '=', instanceId)
        .where('ended_at', 'is', null)
        .execute()
      await settleDueSegments(trx, { now })
    })
  }
  await database.transaction((trx) => closeSegmentAsSeen(trx, instanceId, rental.clock.now()))
}

const all = async (person: Person, query: object = {}) =>
  (await person.call(consumption.list, { query: { page_size: 100, ...query } })).data
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + parseYuanToFen(amount), 0n)

/** An instance that is shut down, and was billed nothing yet. */
async function instanceOf(person: Person): Promise<string> {
  const id = await rental.rent(person)
  await rental.act(person, id, 'shutdown')
  await rental.tick(2_000)
  return id
}

/** What the ledger says the user spent on each day. */
async function spentByDay(person: Person): Promise<Map<string, bigint>> {
  const days = new Map<string, bigint>()
  for (let page = 1; ; page += 1) {
    const { data, total } = await person.call(wallet.entries, { query: { page, page_size: 100 } })
    for (const { kind, amount, at } of data) {
      if (!['usage', 'order', 'refund', 'late_fee'].includes(kind)) continue
      const day = toShanghaiDay(new Date(at))
      days.set(day, (days.get(day) ?? 0n) - parseYuanToFen(amount))
    }
    if (page * 100 >= (total ?? 0)) return new Map([...days].filter(([, fen]) => fen !== 0n))
  }
}

const AnyRun = fc.record({
  pause_s: fc.integer({ min: 1, max: 40_000 }),
  price_micro: fc.integer({ min: 1, max: 40_000_000 }),
  settled_after_s: fc.array(fc.integer({ min: 1, max: 7_200 }), { minLength: 1, maxLength: 12 }),
})

describe('product §5 消费明细', () => {
  it('sums over days to the bill and to the ledger, to the fen, however segments lie across midnight', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(AnyRun, { minLength: 1, maxLength: 6 }), async (runs) => {
        const person = await rental.addPerson({ balance: '9000.00' })
        const ids = [await instanceOf(person), await instanceOf(person)]
        for (const [n, run] of runs.entries()) await meter(ids[n % 2]!, person.id, run)
        const rows = await all(person)
        const segments = await rental.deps.database.kysely
          .selectFrom('segments')
          .selectAll()
          .where('user_id', '=', person.id)
          .execute()
        expect(sum(rows.map(({ amount }) => amount))).toBe(
          segments.reduce((fen, { billed_fen: billedFen }) => fen + billedFen, 0n),
        )
        const seconds = rows.reduce((total, row) => total + (row.seconds ?? 0), 0)
        expect(BigInt(seconds)).toBe(segments.reduce((total, { billed_s: billedS }) => total + billedS, 0n))
        const byDay = new Map<string, bigint>()
        for (const { day, amount } of rows) byDay.set(day, (byDay.get(day) ?? 0n) + parseYuanToFen(amount))
        expect(new Map([...byDay].filter(([, fen]) => fen !== 0n))).toEqual(await spentByDay(person))
        const { named, rest } = await listInstanceCosts(rental.deps.database.kysely, person.id, { most: 1, others: [] })
        const spent = ids.map((id) => sum(rows.flatMap((row) => (row.instance_id === id ? row.amount : []))))
        const [most, least] = spent.toSorted((a, b) => Number(b - a))
        expect([named.reduce((total, { fen }) => total + fen, 0n), rest.fen]).toEqual([most, least])
        // the browser comes to the same from seconds and prices alone
        const bills = new Map<string, Awaited<ReturnType<typeof billOf>>>()
        for (const id of ids) bills.set(id, await billOf(person, id))
        expect(verifyConsumption(rows, bills)).toMatchObject({ faults: [], lines: rows.length })
        await rental.releaseAll(person)
      }),
      { numRuns: 6 },
    )
    expect(await rental.audit()).toEqual([])
  })

  it('counts a charge on the day it was settled: of a run across midnight the first second of the day is the new day’s', async () => {
    const person = await rental.addPerson()
    const id = await instanceOf(person)
    await all(person)
    const midnight = toDayStart(toShanghaiDay(new Date(rental.clock.now().getTime() + 86_400_000)))
    const beforeS = Math.floor((midnight.getTime() - rental.clock.now().getTime()) / 1000) - 1_801
    await meter(id, person.id, { pause_s: beforeS, price_micro: 3_600_000, settled_after_s: [1_800, 1, 3_600] })
    const [yesterday, today] = [toShanghaiDay(new Date(midnight.getTime() - 1)), toShanghaiDay(midnight)]
    const of = async (day: string) =>
      (await all(person, { from: day, to: day, instance_id: id })).map(({ seconds, amount }) => [seconds, amount])
    expect(await of(yesterday)).toEqual([[1_800, '1.80']])
    expect(await of(today)).toEqual([[3_601, '3.60']])
    const { data } = await person.call(consumption.segments, { query: { instance_id: id, day: today } })
    expect(data.map(({ charges }) => charges.map(({ from_s: fromS, to_s: toS }) => [fromS, toS]))).toEqual([
      [
        [1_800, 1_801],
        [1_801, 5_401],
      ],
    ])
    expect(await rental.audit()).toEqual([])
    await rental.releaseAll(person)
  })

  it('lists a package on the day it was bought, a refund as less, and narrows by product, instance and kind', async () => {
    const person = await rental.addPerson()
    rental.faults.pull_error = 'ImageNotFound'
    const failed = (await rental.order(person, { charge_rule: 'day' })).data
    await rental.tick(5_000)
    rental.faults.pull_error = undefined
    const bought = (await rental.order(person, { charge_rule: 'day' })).data
    const rows = await all(person)
    expect(rows.map(({ kind, amount, order_id: orderId }) => [kind, amount, orderId]).toSorted()).toEqual(
      [
        ['order', '54.72', failed.id],
        ['order', '54.72', bought.id],
        ['refund', '-54.72', failed.id],
      ].toSorted(),
    )
    const { data: sums } = await person.call(consumption.sum)
    expect(sums).toMatchObject({ count: 3, amount: '54.72', cash: '54.72', voucher: '0.00', usage: '0.00' })
    expect(await all(person, { instance_id: bought.instance_id! })).toHaveLength(1)
    expect(await all(person, { kind: 'refund' })).toHaveLength(1)
    const { data: subjects } = await person.call(consumption.subjects)
    expect(subjects.instances).toHaveLength(2)
    expect(await all(person, { product_id: subjects.products[0]!.id })).toHaveLength(3)
    const { data: overview } = await person.call(consumption.overview)
    expect(overview).toMatchObject({ today: '54.72', total: '54.72' })
    expect(overview.days).toHaveLength(30)
    expect(overview.days.at(-1)).toMatchObject({ day: toShanghaiDay(rental.clock.now()), usage: '0.00', orders: '54.72' })
    await rental.releaseAll(person)
  })

  it('exports every line it lists', async () => {
    const person = await rental.addPerson()
    await rental.order(person, { charge_rule: 'day', nick_name: '=1+1' })
    const { bytes } = await rental.fetchFile(consumption.export, {}, await person.token())
    const [, ...lines] = bytes.toString('utf8').trimEnd().split('\r\n')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(",'=1+1,")
    await rental.releaseAll(person)
  })

  it('is nobody else’s', async () => {
    const [person, stranger] = await rental.addPeople(2)
    const id = await instanceOf(person!)
    expect(await all(stranger!, { instance_id: id })).toEqual([])
    expect((await stranger!.call(consumption.bill, { params: { id } })).status).toBe(404)
    const day = toShanghaiDay(rental.clock.now())
    expect((await stranger!.call(consumption.segments, { query: { instance_id: id, day } })).data).toEqual([])
    await rental.releaseAll(person!)
  })
})

async function billOf(person: Person, id: string) {
  return (await person.call(consumption.bill, { params: { id }, query: { page_size: 100 } })).data
}
