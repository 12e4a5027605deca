import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordPosting } from '#server/ledger/ledger.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => rental.close())

describe('product §5 The entries of an account', () => {
  it('are numbered in the order in which they moved it, however many wait for it at once', async () => {
    const people = await rental.addPeople(40)
    const { kysely, transaction } = rental.deps.database
    const at = rental.clock.now()
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(
        people.map(({ id }) =>
          transaction((trx) =>
            recordPosting(trx, {
              idem: `waiting:${id}:${round}`,
              kind: 'recharge',
              title: 'x',
              at,
              movements: [{ from: 'channel', to: { user: id }, amount_fen: 1n }],
            }),
          ),
        ),
      )
    }
    const entries = await kysely
      .selectFrom('ledger_entries as e')
      .innerJoin('accounts as a', 'a.id', 'e.account_id')
      .where('a.kind', '=', 'channel')
      .orderBy('e.id')
      .select('e.balance_after_fen')
      .execute()
    const balances = entries.map(({ balance_after_fen: balanceAfterFen }) => balanceAfterFen)
    expect(balances).toEqual([...balances].sort((a, b) => (a < b ? 1 : -1)))
  })
})
