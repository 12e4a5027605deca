import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSqlState } from '#server/db/errors.ts'
import { recordPosting } from '#server/ledger/ledger.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let user: string
let account: string
let frozen: string
beforeAll(async () => {
  rental = await createRentalPlatform()
  user = (await rental.addPerson({ balance: '10.00' })).id
  account = await accountOf('cash')
  frozen = await accountOf('frozen')
})
const accountOf = async (kind: string): Promise<string> => {
  const { kysely } = rental.deps.database
  const own = kysely.selectFrom('accounts').select('id').where('user_id', '=', user).where('kind', '=', kind)
  return String((await own.executeTakeFirstOrThrow()).id)
}
afterAll(() => rental.close())

/** SQLSTATE of what the database says to these statements, run in one transaction; undefined when it takes them. */
const refusalOf = (...statements: RawBuilder<unknown>[]): Promise<string | undefined> =>
  rental.deps.database
    .transaction(async (trx) => {
      for (const statement of statements) await statement.execute(trx)
    })
    .then(() => undefined, findSqlState)

const transaction = (idem: string, kind = 'recharge') => sql`
  insert into ledger_transactions (idem, kind, title, at) values (${idem}, ${kind}, 'x', now())`
const entry = (idem: string, accountId: RawBuilder<unknown>, fen: number) => sql`
  insert into ledger_entries (transaction_id, account_id, amount_fen, balance_after_fen)
  select id, ${accountId}, ${fen}, 0 from ledger_transactions where idem = ${idem}`
const mine = () => sql`${account}::bigint`
const channel = sql`(select id from accounts where kind = 'channel')`

describe('product §5 The database itself keeps the books', () => {
  it('takes a balanced posting', async () =>
    expect(await refusalOf(transaction('ok'), entry('ok', channel, -5), entry('ok', mine(), 5))).toBeUndefined())

  it.each([
    ['that does not sum to 0', [-5, 4]],
    ['with one leg', [5]],
    ['with no leg', []],
  ])('refuses a posting %s, at commit', async (what, amounts) => {
    const legs = amounts.map((fen, i) => entry(what, i === 0 ? mine() : channel, fen))
    expect(await refusalOf(transaction(what), ...legs)).toBe('ZS004')
  })

  it('refuses a leg of 0', async () => expect(await refusalOf(transaction('zero'), entry('zero', channel, 0))).toBe('23514'))

  it('refuses an entry that comes after its transaction was committed', async () =>
    expect(await refusalOf(entry('ok', channel, -1), entry('ok', mine(), 1))).toBe('ZS002'))

  it('refuses a second posting of one key', async () => expect(await refusalOf(transaction('ok'))).toBe('23505'))

  it.each([
    ['an entry', () => sql`update ledger_entries set amount_fen = amount_fen + 1`],
    ["an entry's account", () => sql`update ledger_entries set account_id = ${mine()}`],
    ['a transaction', () => sql`update ledger_transactions set title = 'y'`],
    ['a usage charge', () => sql`update usage_charges set fen = 0`],
    ['a line of the audit log', () => sql`update audit_log set ip = '::1'`],
    ['a line of a timeline', () => sql`update instance_events set title = 'y'`],
  ])('refuses to change %s', async (_, statement) => {
    await somethingOfEverything()
    expect(await refusalOf(statement())).toBe('ZS001')
  })

  it.each(['ledger_entries', 'ledger_transactions', 'usage_charges', 'audit_log', 'instance_events'])(
    'refuses to delete from %s',
    async (table) => {
      await somethingOfEverything()
      expect(await refusalOf(sql`delete from ${sql.table(table)}`)).toBe('ZS001')
    },
  )

  it('refuses to set a balance, and to open an account with one', async () => {
    expect(await refusalOf(sql`update accounts set balance_fen = 1000000 where id = ${mine()}`)).toBe('ZS005')
    expect(await refusalOf(sql`insert into accounts (kind, user_id, balance_fen) values ('cash', ${user}, 5)`)).toBe('ZS005')
  })

  it('counts the balance after an entry itself, whatever the entry says', async () => {
    const lying = sql`insert into ledger_entries (transaction_id, account_id, amount_fen, balance_after_fen)
      select id, ${mine()}, 7, 999999 from ledger_transactions where idem = 'lie'`
    expect(await refusalOf(transaction('lie'), entry('lie', channel, -7), lying)).toBeUndefined()
    const { rows } = await sql<{ right: boolean }>`
      select e.balance_after_fen = a.balance_fen as right from ledger_entries e join accounts a on a.id = e.account_id
      where a.id = ${mine()} order by e.id desc limit 1`.execute(rental.deps.database.kysely)
    expect(rows).toEqual([{ right: true }])
  })

  it('refuses to take a wallet below 0, but for what was used', async () => {
    const spend = (idem: string, kind: string) => [
      transaction(idem, kind),
      entry(idem, mine(), -1_000_000),
      entry(idem, channel, 1_000_000),
    ]
    for (const kind of ['order', 'refund', 'recharge']) expect(await refusalOf(...spend(`below by ${kind}`, kind))).toBe('ZS003')
    for (const kind of ['usage', 'late_fee']) expect(await refusalOf(...spend(`below by ${kind}`, kind))).toBeUndefined()
  })

  it('refuses to take what is frozen below 0, even for what was used', async () => {
    const leg = (idem: string) => [transaction(idem, 'usage'), entry(idem, sql`${frozen}::bigint`, -1), entry(idem, channel, 1)]
    expect(await refusalOf(...leg('frozen by use'))).toBe('ZS003')
  })

  it('has kept the books right through all of this', async () => expect(await rental.audit()).toEqual([]))
})

let made: Promise<void> | undefined
/** A row in every append-only table, so that the triggers have something to refuse. */
function somethingOfEverything(): Promise<void> {
  made ??= (async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await rental.tick(60_000)
    await rental.act(person, id, 'shutdown')
  })()
  return made
}

describe('Ledger postings', () => {
  const recharge = (idem: string, amountFen: bigint) =>
    rental.deps.database.transaction((trx) =>
      recordPosting(trx, {
        idem,
        kind: 'recharge',
        title: '充值',
        at: rental.clock.now(),
        movements: [{ from: 'channel', to: { user }, amount_fen: amountFen }],
      }),
    )

  it('are made of positive movements that do not cancel out', async () => {
    await expect(recharge('nothing', 0n)).rejects.toThrow(RangeError)
    await expect(recharge('negative', -1n)).rejects.toThrow(RangeError)
    const thereAndBack = rental.deps.database.transaction((trx) =>
      recordPosting(trx, {
        idem: 'cancels',
        kind: 'order',
        title: 'x',
        at: rental.clock.now(),
        movements: [
          { from: { user }, to: 'revenue', amount_fen: 5n },
          { from: 'revenue', to: { user }, amount_fen: 5n },
        ],
      }),
    )
    await expect(thereAndBack).rejects.toThrow(RangeError)
  })

  it('sum movements on one account into one leg', async () => {
    const id = await rental.deps.database.transaction((trx) =>
      recordPosting(trx, {
        idem: 'summed',
        kind: 'recharge',
        title: 'x',
        at: rental.clock.now(),
        movements: [
          { from: 'channel', to: { user }, amount_fen: 5n },
          { from: 'channel', to: { user }, amount_fen: 7n },
        ],
      }),
    )
    const { kysely } = rental.deps.database
    const legs = await kysely.selectFrom('ledger_entries').select('amount_fen').where('transaction_id', '=', id!).execute()
    expect(legs.map(({ amount_fen: amountFen }) => amountFen).sort()).toEqual([-12n, 12n])
  })

  it('name an account that exists', async () => {
    const posted = rental.deps.database.transaction((trx) =>
      recordPosting(trx, {
        idem: 'nobody',
        kind: 'recharge',
        title: 'x',
        at: rental.clock.now(),
        movements: [{ from: 'channel', to: { user: 'user-nobody' }, amount_fen: 5n }],
      }),
    )
    await expect(posted).rejects.toThrow('no ledger account')
  })

  it('of one key sent 50 times at once take effect once', async () => {
    const person = await rental.addPerson({ balance: '0.00' })
    const twice = () =>
      rental.deps.database.transaction((trx) =>
        recordPosting(trx, {
          idem: 'fifty',
          kind: 'recharge',
          title: 'x',
          at: rental.clock.now(),
          movements: [{ from: 'channel', to: { user: person.id }, amount_fen: 100n }],
        }),
      )
    const ids = await Promise.all(Array.from({ length: 50 }, twice))
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1)
    expect((await rental.walletOf(person)).cash).toBe('1.00')
  })

  it('made at once by many, in both directions, never wait for each other for ever and lose no fen', async () => {
    const people = await rental.addPeople(6, { balance: '10.00' })
    const moves = Array.from({ length: 60 }, (_, n) =>
      rental.deps.database.transaction((trx) =>
        recordPosting(trx, {
          idem: `crossing:${n}`,
          kind: n % 2 ? 'order' : 'refund',
          title: 'x',
          at: rental.clock.now(),
          movements: people.slice(0, 3).map(({ id }, i) => {
            const other = { user: people[3 + ((i + n) % 3)]!.id }
            return n % 2 ? { from: { user: id }, to: other, amount_fen: 3n } : { from: other, to: { user: id }, amount_fen: 3n }
          }),
        }),
      ),
    )
    await Promise.all(moves)
    const wallets = await Promise.all(people.map((person) => rental.walletOf(person)))
    expect(wallets.map(({ cash }) => cash)).toEqual(Array(6).fill('10.00'))
  })
})
