import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseYuanToFen } from '#contract/money.ts'
import { settleDueSegments, settleUserSegments } from '#server/domains/money/billing/billing.service.ts'
import { settleDueCharges } from '#server/jobs/jobs.ts'
import { type Movement, recordPosting } from '#server/ledger/ledger.ts'
import { getCashAndVoucher, giveCoupon } from '#tests/support/coupons.ts'
import { createBreakableDatabase } from '#tests/support/faulty-database.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let people: Person[]
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts })
  people = await fill(rental)
})
afterAll(() => rental.close())

const hosts = [buildSimulatedHost('host-1', 'RTX 4090', 64)]
const recharged = 100_000n

/** Nine users with two instances each: some with vouchers, a master, and sub-accounts that have spent what they were given. */
async function fill(platform: RentalPlatform): Promise<Person[]> {
  const made = await platform.addPeople(9, { balance: '1000.00' })
  for (const person of made.slice(0, 3)) for (const face of ['1.00', '5.00']) await giveCoupon(platform, person, { face })
  for (const person of made) for (let nth = 0; nth < 2; nth += 1) await platform.rent(person)
  const [master, ...subs] = made.slice(6)
  for (const { id } of subs) {
    await sql`update users set account_type = 'sub', master_id = ${master!.id} where id = ${id}`.execute(
      platform.deps.database.kysely,
    )
    await move(platform, { from: { user: id }, to: 'revenue', amount_fen: recharged })
  }
  return made
}

let moved = 0
/** Posts one movement; `counted`: as a session that claims no balances. */
const move = ({ deps, clock }: RentalPlatform, movement: Movement, counted = false) =>
  deps.database.transaction(async (trx) => {
    if (counted) await sql`set local zhisuan.entries = ''`.execute(trx)
    moved += 1
    const kind = movement.to === 'revenue' ? 'order' : 'recharge'
    await recordPosting(trx, { idem: `moved:${moved}`, kind, title: 'x', at: clock.now(), movements: [movement] })
  })

/** Lets everything of these people run for another half hour, so that it is due. */
const runOn = ({ deps, clock }: RentalPlatform, who: readonly Person[]) =>
  sql`update segments set seen_s = seen_s + 1800, next_bill_at = ${clock.now()}
    where ended_at is null and user_id = any(${who.map(({ id }) => id)}::text[])`.execute(deps.database.kysely)

const readNumber = async ({ deps }: RentalPlatform, query: RawBuilder<{ n: number }>) =>
  (await query.execute(deps.database.kysely)).rows[0]!.n
/** Seconds that were seen and are not billed. */
const countUnbilled = (platform: RentalPlatform) =>
  readNumber(platform, sql`select coalesce(sum(seen_s - billed_s), 0)::int as n from segments`)
const countPostings = (platform: RentalPlatform) =>
  readNumber(platform, sql`select count(*)::int as n from ledger_transactions where kind = 'usage'`)
/** Fen charged to the cash of a user who has vouchers. */
const countInCash = (platform: RentalPlatform, { id }: Person) =>
  readNumber(
    platform,
    sql`select sum(c.fen - c.voucher_fen)::int as n from usage_charges c join segments s on s.id = c.segment_id where s.user_id = ${id}`,
  )

describe('product §5 A settlement in sets', () => {
  it('charges plain users, voucher holders and sub-accounts alike, one posting a user', async () => {
    const before = await countPostings(rental)
    await runOn(rental, people)
    await settleDueCharges(rental.deps)
    expect((await countPostings(rental)) - before).toBe(people.length)
    expect(await countUnbilled(rental)).toBe(0)
    expect((await rental.walletOf(people[0]!)).cash).toBe('1000.00')
    expect(await countInCash(rental, people[0]!)).toBe(0)
    for (const sub of people.slice(7)) expect((await rental.walletOf(sub)).cash).toBe('0.00')
  })

  it('takes the same money in whatever chunks it comes', async () => {
    const [one, other] = await rental.addPeople(2, { balance: '100.00' })
    for (const person of [one!, other!]) {
      for (const face of ['1.00', '2.00']) await giveCoupon(rental, person, { face })
      for (let nth = 0; nth < 3; nth += 1) await rental.rent(person)
    }
    const settle = (limit: number) =>
      rental.deps.database.transaction((trx) => settleDueSegments(trx, { now: rental.clock.now(), limit }))
    for (let hour = 0; hour < 2; hour += 1) {
      await runOn(rental, [one!])
      for (let left = 3; left > 0; left -= 1) await settle(1)
      await runOn(rental, [other!])
      await settle(1_000)
    }
    const [apart, together] = [await getCashAndVoucher(rental, one!), await getCashAndVoucher(rental, other!)]
    expect(apart).toEqual(together)
    expect(parseYuanToFen(apart.cash)).toBe(10_000n + 300n - 6n * 114n)
    for (const person of [one!, other!]) await rental.releaseAll(person)
  })

  it('that ends before any of its statements leaves the books whole, and the next one finishes it', async () => {
    const database = await createBreakableDatabase()
    const breaking = await createRentalPlatform({ hosts, database })
    const all = await fill(breaking)
    let nth = 0
    for (let failed = true; failed; nth += 1) {
      await runOn(breaking, all)
      database.failAt(nth)
      await settleDueCharges(breaking.deps).catch((error: Error) => expect(error.message).toBe('the process has died here'))
      failed = database.failed()
      database.failAt(undefined)
      expect(await breaking.audit()).toEqual([])
      await settleDueCharges(breaking.deps)
      expect(await countUnbilled(breaking)).toBe(0)
    }
    expect(nth).toBeGreaterThan(9)
    expect(await breaking.audit()).toEqual([])
    await breaking.close()
  })

  it('by several workers, beside people and nodes that have their balances counted, charges each second once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await runOn(rental, people)
      const recharges = people.map(({ id }, nth) =>
        move(rental, { from: 'channel', to: { user: id }, amount_fen: 5n }, nth % 2 === round % 2),
      )
      const own = people.map(({ id }) =>
        rental.deps.database.transaction((trx) => settleUserSegments(trx, id, rental.clock.now())),
      )
      await Promise.all([...Array.from({ length: 3 }, () => settleDueCharges(rental.deps)), ...recharges, ...own])
      await settleDueCharges(rental.deps)
      expect(await countUnbilled(rental)).toBe(0)
    }
    expect(await rental.audit()).toEqual([])
  })

  it('waits for no segment that somebody holds: it is settled the next time', async (context) => {
    if (rental.deps.database.kind === 'pglite') context.skip() // it has one session: nobody else can hold a row
    await runOn(rental, people)
    let letGo = () => {}
    let holder: Promise<void> | undefined
    await new Promise<void>((isHeld) => {
      holder = rental.deps.database.transaction(async (trx) => {
        await sql`select 1 from segments where ended_at is null and user_id = ${people[0]!.id} for no key update`.execute(trx)
        isHeld()
        await new Promise<void>((resolve) => {
          letGo = resolve
        })
      })
    })
    await settleDueCharges(rental.deps)
    letGo()
    await holder
    expect(await countUnbilled(rental)).toBe(2 * 1800)
    await settleDueCharges(rental.deps)
    expect(await countUnbilled(rental)).toBe(0)
  })
})
