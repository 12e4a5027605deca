import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { computeRunCharge } from '#contract/money.ts'
import { getMeteredFen } from '#server/domains/money/billing/billing.service.ts'
import { getFunds } from '#server/domains/money/billing/funds.service.ts'
import { readMeter } from '#server/domains/money/billing/metering.ts'
import { toUsagePurpose } from '#server/domains/money/billing/voucher-use.service.ts'
import { allocateCharges, computeSpendableFen } from '#server/ledger/voucher-allocation.ts'
import {
  canVoucherPay,
  hasVoucherBegun,
  isVoucherValid,
  loadInstancePurposes,
  type SpendableFunds,
} from '#server/ledger/vouchers.ts'
import { buildSimulatedHost, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const models = ['RTX 4090', 'L40S', 'RTX 4090', 'L40S', 'RTX 4090'] as const
const voucherIds = ['voucher-1', 'voucher-2', 'voucher-3'] as const
let rental: RentalPlatform
let person: Person
let ids: string[]
beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8), buildSimulatedHost('host-2', 'L40S', 8)],
  })
  person = await rental.addPerson()
  ids = []
  for (const model of models) ids.push(await rental.rent(person, { model }))
})
afterAll(() => rental.close())

const listOpenSegments = () =>
  rental.deps.database.kysely
    .selectFrom('segments')
    .selectAll()
    .where('user_id', '=', person.id)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
const computeCharge = (row: Awaited<ReturnType<typeof listOpenSegments>>[number], now: Date) =>
  computeRunCharge(row.price_micro, readMeter(row, now).seen_s, row.carry_in)

/** The funds as they are reckoned by hand: segment after segment, in the order of settlement. */
async function reckonFunds({ cash_fen: cashFen, vouchers }: SpendableFunds, now: Date) {
  const db = rental.deps.database.kysely
  const rows = await listOpenSegments()
  const places = await loadInstancePurposes(db, ids)
  const charges = rows.map((row) => ({
    purpose: toUsagePurpose(places.get(row.instance_id)!),
    amount: computeCharge(row, now) - row.billed_fen,
  }))
  const { burnt, left } = allocateCharges(
    charges,
    vouchers,
    (voucher, { purpose }) => hasVoucherBegun(voucher, now) && canVoucherPay(voucher, purpose),
  )
  const free = cashFen - burnt.reduce((sum, { cash }) => sum + cash, 0n)
  const valid = left.filter((voucher) => isVoucherValid(voucher, now))
  const running = charges.map(({ purpose }, nth) => ({ purpose, amount: rows[nth]!.price_micro }))
  return {
    accrued_fen: charges.reduce((sum, { amount }) => sum + amount, 0n),
    burn_micro: rows.reduce((sum, row) => sum + row.price_micro, 0n),
    billed_micro: rows.reduce((sum, row) => sum + (row.unseen ? 0n : row.price_micro), 0n),
    free_fen: free,
    reach_fen: computeSpendableFen(free, running, valid, (voucher, { purpose }) => canVoucherPay(voucher, purpose), now),
    voucher_fen: valid.reduce((sum, { balance }) => sum + balance, 0n),
  }
}

const meter = fc.record({
  seen_ago_ms: fc.integer({ min: -400_000, max: 700_000 }),
  seen_s: fc.bigInt({ min: 0n, max: 500_000n }),
  limit_s: fc.option(fc.bigInt({ min: 0n, max: 600_000n })),
  unseen: fc.boolean(),
  price_micro: fc.bigInt({ min: 0n, max: 90_000_000n }),
  carry_in: fc.bigInt({ min: 0n, max: 35_999_999n }),
  /** How much of the reading is settled. */
  settled_percent: fc.constantFrom(100n, 99n, 50n, 0n),
  rule: fc.option(fc.record({ none: fc.boolean(), forbidden: fc.subarray([...voucherIds]) }), { freq: 1 }),
})
const purse = fc.record({
  cash_fen: fc.bigInt({ min: -2_000n, max: 20_000n }),
  vouchers: fc.array(
    fc.record({
      balance: fc.bigInt({ min: 1n, max: 9_000n }),
      from_h: fc.integer({ min: -5, max: 2 }),
      until_h: fc.integer({ min: -1, max: 4 }),
      product_ids: fc.option(fc.constantFrom(['RTX 4090'], ['L40S'], ['RTX 4090', 'L40S'])),
    }),
    { maxLength: voucherIds.length },
  ),
})

describe('product §5 The funds of a user', () => {
  it('are the same in sums as segment by segment, whatever vouchers pay', async () => {
    const db = rental.deps.database.kysely
    const now = rental.clock.now()
    const hours = (n: number) => new Date(now.getTime() + n * 3_600_000)
    const property = fc.asyncProperty(
      fc.array(meter, { minLength: models.length, maxLength: models.length }),
      purse,
      async (meters, { cash_fen: cashFen, vouchers }) => {
        await db.deleteFrom('instance_voucher_rules').execute()
        for (const [nth, { seen_ago_ms: seenAgoMs, rule, settled_percent: settled, ...read }] of meters.entries()) {
          const billedFen = (computeRunCharge(read.price_micro, read.seen_s, read.carry_in) * settled) / 100n
          await db
            .updateTable('segments')
            .set({ ...read, seen_at: new Date(now.getTime() - seenAgoMs), billed_fen: billedFen })
            .where('instance_id', '=', ids[nth]!)
            .execute()
          if (!rule) continue
          const { none, forbidden } = rule
          await db
            .insertInto('instance_voucher_rules')
            .values({ instance_id: ids[nth]!, none, forbidden: sql`${JSON.stringify(forbidden)}::jsonb` })
            .execute()
        }
        const locked: SpendableFunds = {
          cash_fen: cashFen,
          vouchers: vouchers.map(({ balance, from_h: fromH, until_h: untilH, product_ids: products }, nth) => ({
            id: voucherIds[nth]!,
            user_id: person.id,
            balance,
            valid_from: hours(fromH),
            valid_until: hours(untilH),
            scope: { uses: null, region_ids: null, charge_rules: null, product_ids: products?.map(toProductId) ?? null },
          })),
        }
        expect(await getFunds(db, person.id, now, locked)).toMatchObject(await reckonFunds(locked, now))
        const charged = (await listOpenSegments()).map((row) => [row.instance_id, computeCharge(row, now)] as const)
        expect(await getMeteredFen(db, ids, now)).toEqual(new Map(charged))
      },
    )
    const before = await db.selectFrom('segments').selectAll().where('user_id', '=', person.id).execute()
    try {
      await fc.assert(property, { numRuns: 150 })
    } finally {
      await db.deleteFrom('instance_voucher_rules').execute()
      for (const { id, ...row } of before) await db.updateTable('segments').set(row).where('id', '=', id).execute()
    }
  })
})
