import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creatorIncome } from '#contract/creator-income.ts'
import { toShanghaiMonth } from '#contract/day.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorAdjustments } from '#contract/operator/adjustments.ts'
import { operatorCreatorStatements } from '#contract/operator/creator-statements.ts'
import { wallet } from '#contract/wallet.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { computeMonthSpan } from '#server/domains/money/creator-income/months.policy.ts'
import { payCreators } from '#server/domains/money/creator-income/pay-creators.service.ts'
import { giveCoupon } from '#tests/support/coupons.ts'
import { createInstanceMoneyHelper, hourMs, msPerDay } from '#tests/support/instance-money.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { rechargeBySandbox, runMetering } from '#tests/support/metering.ts'
import type { Person } from '#tests/support/people.ts'
import { addPricedImage } from '#tests/support/priced-images.ts'
import { createSeededRandom, pickRunSeed } from '#tests/support/random.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let money: ReturnType<typeof createInstanceMoneyHelper>
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 64)] })
  money = createInstanceMoneyHelper(rental)
})
afterAll(() => rental.close())

const db = () => rental.deps.database.kysely
const rich = () => rental.addPerson({ balance: '3000.00' })
const statementsOf = async (person: Person) => (await person.call(creatorIncome.statements)).data
const linesOf = async (person: Person, id: string) =>
  (await person.call(creatorIncome.lines, { params: { id }, query: { page_size: 100 } })).data
const summaryOf = async (person: Person) => (await person.call(creatorIncome.summary)).data

/** To two and a half hours after the present month has ended: it can be settled then. */
async function endMonth(): Promise<void> {
  const { to } = computeMonthSpan(toShanghaiMonth(rental.clock.now()))
  await rental.clock.advance(to.getTime() - rental.clock.now().getTime() + 2.5 * hourMs)
}

/** An instance that is there and rests, to be metered by hand. */
async function restingInstance(person: Person): Promise<string> {
  const id = await rental.rent(person)
  await money.rest(person, id)
  return id
}

describe('product §7 The income of a creator', () => {
  it('comes with the month: from the use of others to the statement, its lines and the income wallet, once', async () => {
    const [creator, consumer] = [await rental.addPerson({ balance: '0.00' }), await rich()]
    const image = await addPricedImage(rental, creator, 100)
    await endMonth()
    await payCreators(rental.deps)
    expect(await statementsOf(creator)).toEqual([])
    const id = await rental.rent(consumer, { image_id: image.image_id, charge_rule: 'day' })
    await rental.clock.advance(12 * hourMs)
    const half = await summaryOf(creator)
    expect(Number(half.estimate)).toBeGreaterThanOrEqual(12)
    expect(Number(half.estimate)).toBeLessThan(12.1)
    expect(half).toMatchObject({ posted: '0.00', share_percent: 100, versions: [{ consumers: 1, price_hour: '1.00' }] })
    await rental.clock.advance(2 * msPerDay)
    await payCreators(rental.deps)
    expect(await statementsOf(creator)).toEqual([])
    const month = toShanghaiMonth(rental.clock.now())
    await endMonth()
    await Promise.all([payCreators(rental.deps), payCreators(rental.deps)])
    await payCreators(rental.deps)
    const [statement, ...others] = await statementsOf(creator)
    expect(others).toEqual([])
    expect(statement).toMatchObject({ month, state: 'posted', amount: '24.00', consumers: 1, lines: 1 })
    const [line] = await linesOf(creator, statement!.id)
    expect(line).toMatchObject({ source: 'order', seconds: 86_400, whole: '78.72', cash: '78.72', amount: '24.00' })
    expect(line!.consumer).toMatch(/^用\*\* [0-9a-f]{4}$/)
    expect(await rental.walletOf(creator)).toMatchObject({ income: '24.00', cash: '0.00' })
    const { data: told } = await creator.call(notifications.list)
    expect(told.filter(({ title }) => title.includes('对账单'))).toHaveLength(1)
    const { data: entries } = await creator.call(wallet.entries, { query: { wallet: 'income' } })
    expect(entries).toMatchObject([{ kind: 'creator_income', amount: '24.00', ref: statement!.id }])
    expect((await creator.call(withdrawals.quote, { query: { type: '2' } })).data).toMatchObject({ withdrawable: '24.00' })
    const finance = await rental.addPerson({ role: 'operator_finance' })
    const { data: seen } = await finance.call(operatorCreatorStatements.lines, { params: { id: statement!.id } })
    expect(seen).toMatchObject([{ consumer_id: consumer.id, instance_id: id }])
    const { bytes } = await rental.fetchFile(creatorIncome.export, { params: { id: statement!.id } }, await creator.token())
    const [, lineOfFile, ...rest] = bytes.toString().split('\r\n')
    expect(lineOfFile).toContain('推理环境,1.0,用**')
    expect(rest).toEqual([''])
    expect(await rental.audit()).toEqual([])
    await rental.releaseAll(consumer)
  })

  it('leaves out what vouchers and coupons paid', async () => {
    const [creator, consumer] = [await rental.addPerson({ balance: '0.00' }), await rich()]
    const image = await addPricedImage(rental, creator, 100)
    await giveCoupon(rental, consumer, { face: '39.36' })
    await rental.rent(consumer, { image_id: image.image_id, charge_rule: 'day' })
    await endMonth()
    await payCreators(rental.deps)
    const [statement] = await statementsOf(creator)
    expect(statement).toMatchObject({ amount: '12.00' })
    expect(await linesOf(creator, statement!.id)).toMatchObject([{ whole: '78.72', cash: '39.36' }])
    await rental.releaseAll(consumer)
  })

  it('of a package ends with its conversion, and is divided between the months', async () => {
    const [creator, consumer] = [await rental.addPerson({ balance: '0.00' }), await rich()]
    const image = await addPricedImage(rental, creator, 100)
    const { to } = computeMonthSpan(toShanghaiMonth(rental.clock.now()))
    await rental.clock.advance(to.getTime() - rental.clock.now().getTime() - msPerDay)
    const id = await rental.rent(consumer, { image_id: image.image_id, charge_rule: 'week' })
    const { starts_at: startsAt } = await db()
      .selectFrom('image_periods')
      .selectAll()
      .where('instance_id', '=', id)
      .executeTakeFirstOrThrow()
    await rental.clock.advance(to.getTime() - rental.clock.now().getTime() + 2.5 * hourMs)
    await payCreators(rental.deps)
    const firstS = Math.floor((to.getTime() - startsAt.getTime()) / 1000)
    const [first] = await statementsOf(creator)
    expect(await linesOf(creator, first!.id)).toMatchObject([{ seconds: firstS }])
    await rental.clock.advance(msPerDay)
    await money.convert(consumer, id, 'hour')
    const usedS = Math.floor((rental.clock.now().getTime() - startsAt.getTime()) / 1000)
    await rental.releaseAll(consumer)
    await endMonth()
    await payCreators(rental.deps)
    const [second] = await statementsOf(creator)
    const prepaid = (await linesOf(creator, second!.id)).filter(({ source }) => source === 'order')
    expect(prepaid).toMatchObject([{ seconds: usedS - firstS }])
    expect(await rental.audit()).toEqual([])
  })

  it('of what never ran and was given back is nothing', async () => {
    const [creator, consumer] = [await rental.addPerson({ balance: '0.00' }), await rich()]
    const image = await addPricedImage(rental, creator, 100)
    const { data: order } = await rental.order(consumer, { image_id: image.image_id, charge_rule: 'day' })
    await rental.act(consumer, order.instance_id!, 'release')
    await rental.tick(10_000)
    const [period] = await db().selectFrom('image_periods').selectAll().where('order_id', '=', order.id).execute()
    expect(period!.ends_at).toEqual(period!.starts_at)
    await endMonth()
    await payCreators(rental.deps)
    expect(await statementsOf(creator)).toEqual([])
    expect(await rental.audit()).toEqual([])
  })

  it("is another's as good as none, and a month that was not settled in time is made up for in order", async () => {
    const [creator, consumer] = [await rental.addPerson({ balance: '0.00' }), await rich()]
    const image = await addPricedImage(rental, creator, 100)
    await rental.rent(consumer, { image_id: image.image_id, charge_rule: 'week', quantity: 5 })
    await endMonth()
    await endMonth()
    await payCreators(rental.deps)
    const made = await statementsOf(creator)
    expect(made.map(({ month }) => month)).toEqual([...made.map(({ month }) => month)].sort().reverse())
    expect(made.reduce((sum, { amount }) => sum + parseYuanToFen(amount), 0n)).toBe(5n * 16_800n)
    expect((await consumer.call(creatorIncome.statement, { params: { id: made[0]!.id } })).status).toBe(404)
    expect(await rental.audit()).toEqual([])
    await rental.releaseAll(consumer)
  })
})

describe('product §5 What a consumer owes of the income of a creator', () => {
  it('is 待结清 on the statement, comes when he has paid it, and is never paid by a gift', async () => {
    const [creator, consumer] = [await rental.addPerson({ balance: '0.00' }), await rental.addPerson({ balance: '20.00' })]
    const image = { ...(await addPricedImage(rental, creator, 1000)), fen: 1000n }
    const id = await restingInstance(consumer)
    await runMetering(rental, { id, user_id: consumer.id, image }, [3600, 3600, 3600])
    const { cash } = await rental.walletOf(consumer)
    expect(Number(cash)).toBeLessThan(-16)
    await rental.clock.advance(1000)
    expect(await summaryOf(creator)).toMatchObject({ estimate: '10.00', pending: '20.00' })
    await endMonth()
    await payCreators(rental.deps)
    const statement = async () => (await statementsOf(creator))[0]!
    expect(await statement()).toMatchObject({ state: 'posted', amount: '10.00', pending: '20.00', lines: 3 })
    const pending = async () => (await linesOf(creator, (await statement()).id)).map((line) => line.pending).sort()
    expect(await pending()).toEqual([false, true, true])
    expect(await rental.walletOf(creator)).toMatchObject({ income: '10.00' })
    await payCreators(rental.deps)
    expect(await rental.walletOf(creator)).toMatchObject({ income: '10.00' })
    // Enough for the second hour, and a part of the third.
    await rechargeBySandbox(rental, consumer, '13.00')
    await Promise.all([payCreators(rental.deps), payCreators(rental.deps)])
    expect(await statement()).toMatchObject({ amount: '20.00', pending: '10.00' })
    const finance = await rental.addPerson({ role: 'operator_finance' })
    const body = { user: consumer.id, direction: 'add', amount: '50.00', reason: '机房断电补偿' } as const
    expect((await finance.call(operatorAdjustments.create, { body })).code).toBe('0')
    await payCreators(rental.deps)
    const last = await statement()
    expect(last).toMatchObject({ pending: '0.00', lines: 3 })
    expect(Number(last.amount)).toBeLessThan(30)
    expect(await rental.walletOf(creator)).toMatchObject({ income: last.amount })
    expect(await summaryOf(creator)).toMatchObject({ posted: last.amount, pending: '0.00' })
    const titles = (await creator.call(notifications.list)).data.map(({ title }) => title)
    expect(titles.filter((title) => title.includes('待结清收益已入账'))).toHaveLength(2)
    expect(await rental.audit()).toEqual([])
  })

  it('counts the seconds before the next whole fen of one who owes, too', async () => {
    const [creator, debtor] = [await rental.addPerson({ balance: '0.00' }), await rental.addPerson({ balance: '5.00' })]
    const image = { ...(await addPricedImage(rental, creator, 37)), fen: 37n }
    const id = await restingInstance(debtor)
    await runMetering(rental, { id, user_id: debtor.id }, [3 * 3600])
    await runMetering(rental, { id, user_id: debtor.id, image }, [1, 60, 1])
    await endMonth()
    await payCreators(rental.deps)
    const [{ id: statementId } = { id: '' }] = await statementsOf(creator)
    const lines = await db().selectFrom('creator_statement_lines').selectAll().where('statement_id', '=', statementId).execute()
    expect(lines).toMatchObject([{ seconds: 62n, pending: true }])
  })

  it('is not stopped for others by one who never pays', async () => {
    const creator = await rental.addPerson({ balance: '0.00' })
    const [honest, debtor] = [await rich(), await rental.addPerson({ balance: '5.00' })]
    const image = { ...(await addPricedImage(rental, creator, 100)), fen: 100n }
    for (const { id: userId, ...person } of [honest, debtor])
      await runMetering(rental, { id: await restingInstance({ id: userId, ...person }), user_id: userId, image }, [7200])
    await endMonth()
    await payCreators(rental.deps)
    expect((await statementsOf(creator))[0]).toMatchObject({ amount: '2.00', pending: '2.00', consumers: 2 })
  })
})

describe('product §7 Any use of any images', () => {
  it('earns what its charges say: per consumer, version and month, rounded down once', async () => {
    const pick = createSeededRandom(pickRunSeed('INCOME'))
    const between = (low: number, high: number) => low + pick(high - low + 1)
    const creator = await rental.addPerson({ balance: '0.00' })
    const consumers = [await rich(), await rich(), await rental.addPerson({ balance: '5.00' })]
    const images = await Promise.all(
      [1, 37, 1000].map(async (fen) => ({ ...(await addPricedImage(rental, creator, fen)), fen: BigInt(fen) })),
    )
    const own = new Map(
      await Promise.all(consumers.map(async ({ id }, nth) => [id, await restingInstance(consumers[nth]!)] as const)),
    )
    for (const consumer of consumers.slice(0, 2)) await giveCoupon(rental, consumer, { face: '3.33' })
    for (let run = 0; run < 24; run += 1) {
      const userId = consumers[between(0, 2)]!.id
      const settled = Array.from({ length: between(1, 3) }, () => between(1, pick(10) < 3 ? 20 : 4000))
      await runMetering(rental, { id: own.get(userId)!, user_id: userId, image: images[between(0, 2)]! }, settled)
      await rental.clock.advance(between(1, 4) * msPerDay)
    }
    await endMonth()
    await payCreators(rental.deps)
    const charges = await db()
      .selectFrom('usage_charges as c')
      .innerJoin('segments as s', 's.id', 'c.segment_id')
      .selectAll('c')
      .select(['s.user_id', 's.image_version_id', 's.image_price_micro'])
      .where(
        's.image_version_id',
        'in',
        images.map(({ version_id: versionId }) => versionId),
      )
      .execute()
    /** Month → consumer and version → segment → seconds, cash, whole. */
    const months = new Map<string, Map<string, Map<bigint, { s: bigint; cash: bigint; whole: bigint; price: bigint }>>>()
    for (const charge of charges) {
      const month = new Date(charge.at.getTime() + 8 * hourMs).toISOString().slice(0, 7)
      const group = `${charge.user_id} ${charge.image_version_id}`
      const groups = months.get(month) ?? new Map()
      const segments = groups.get(group) ?? new Map()
      const sum = segments.get(charge.segment_id) ?? { s: 0n, cash: 0n, whole: 0n, price: charge.image_price_micro }
      sum.s += charge.to_s - charge.from_s
      sum.cash += charge.fen - charge.voucher_fen
      sum.whole += charge.fen
      months.set(month, groups.set(group, segments.set(charge.segment_id, sum)))
    }
    const expected = [...months]
      .map(([month, groups]) => {
        const fen = [...groups.values()].map((segments) => {
          const paid = [...segments.values()].filter(({ whole }) => whole > 0n)
          const earned = paid.map(({ s, cash, whole, price }) => {
            const [share, most] = [(s * price * cash) / whole, cash * 36_000_000n]
            return share < most ? share : most
          })
          return earned.reduce((total, each) => total + each, 0n) / 36_000_000n
        })
        return { month, amount: formatFenAsYuan(fen.reduce((total, each) => total + each, 0n)) }
      })
      .sort((a, b) => b.month.localeCompare(a.month))
    const statements = async () => (await creator.call(creatorIncome.statements, { query: { page_size: 100 } })).data
    const owed = await statements()
    const together = owed.map(({ month, amount, pending }) => ({
      month,
      amount: formatFenAsYuan(parseYuanToFen(amount) + parseYuanToFen(pending)),
    }))
    expect(together).toEqual(expected)
    for (const consumer of consumers) {
      const { cash } = await rental.walletOf(consumer)
      if (cash.startsWith('-')) await rechargeBySandbox(rental, consumer, cash.slice(1))
    }
    await payCreators(rental.deps)
    const made = await statements()
    expect(made.map(({ month, amount, pending }) => ({ month, amount, pending }))).toEqual(
      expected.map((row) => ({ ...row, pending: '0.00' })),
    )
    expect(made.length).toBeGreaterThan(1)
    expect(await rental.walletOf(creator)).toMatchObject({ income: (await summaryOf(creator)).posted })
    expect(await rental.audit()).toEqual([])
  })

  it('is worth no more than the cash that was paid for it', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 7n), fc.bigInt(1n, 10n ** 6n), fc.bigInt(1n, 1000n), (cash, seconds, fen) => {
        const priceMicro = fen * 10_000n
        const wholeFen = (priceMicro * seconds) / 36_000_000n + 1n
        const cashFen = cash > wholeFen ? wholeFen : cash
        const earned = (priceMicro * seconds * cashFen) / wholeFen
        expect(earned / 36_000_000n <= cashFen).toBe(true)
      }),
    )
  })
})
