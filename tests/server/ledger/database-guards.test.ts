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
  await openWallet()
})
async function openWallet(): Promise<void> {
  user = (await rental.addPerson({ balance: '10.00' })).id
  account = await accountOf('cash')
  frozen = await accountOf('frozen')
}
const accountOf = async (kind: string): Promise<string> => {
  const { kysely } = rental.deps.database
  const own = kysely.selectFrom('accounts').select('id').where('user_id', '=', user).where('kind', '=', kind)
  return String((await own.executeTakeFirstOrThrow()).id)
}
afterAll(() => rental.close())

/** How a session writes entries: the database counts the balances after them, or checks those that they claim. */
const sessions = { counted: sql`set local zhisuan.entries = ''`, claimed: sql`set local zhisuan.entries = 'claimed'` }

/** SQLSTATE of what the database says to these statements, run in one transaction; undefined when it takes them. */
const refusalOf = (session: keyof typeof sessions, ...statements: RawBuilder<unknown>[]): Promise<string | undefined> =>
  rental.deps.database
    .transaction(async (trx) => {
      for (const statement of [sessions[session], ...statements]) await statement.execute(trx)
    })
    .then(() => undefined, findSqlState)

const transaction = (idem: string, kind = 'recharge') => sql`
  insert into ledger_transactions (idem, kind, title, at) values (${idem}, ${kind}, 'x', now())`
const entry = (idem: string, accountId: RawBuilder<unknown>, fen: number) => sql`
  insert into ledger_entries (transaction_id, account_id, amount_fen, balance_after_fen)
  select t.id, a.id, ${fen}, a.balance_fen + ${fen} from ledger_transactions t, accounts a where t.idem = ${idem} and a.id = ${accountId}`
const mine = () => sql`${account}::bigint`
const channel = sql`(select id from accounts where kind = 'channel')`

describe.each(['counted', 'claimed'] as const)('product §5 The database itself keeps the books of %s entries', (session) => {
  const refusal = (...statements: RawBuilder<unknown>[]) => refusalOf(session, ...statements)
  beforeAll(openWallet)

  it('takes a balanced posting', async () =>
    expect(
      await refusal(transaction(`ok ${session}`), entry(`ok ${session}`, channel, -5), entry(`ok ${session}`, mine(), 5)),
    ).toBeUndefined())

  it.each([
    ['that does not sum to 0', [-5, 4]],
    ['with one leg', [5]],
    ['with no leg', []],
  ])('refuses a posting %s, at commit', async (what, amounts) => {
    const legs = amounts.map((fen, i) => entry(what, i === 0 ? mine() : channel, fen))
    expect(await refusal(transaction(what), ...legs)).toBe('ZS004')
  })

  it('refuses a leg of 0', async () => expect(await refusal(transaction('zero'), entry('zero', channel, 0))).toBe('23514'))

  it('refuses an entry that comes after its transaction was committed', async () =>
    expect(await refusal(entry(`ok ${session}`, channel, -1), entry(`ok ${session}`, mine(), 1))).toBe('ZS002'))

  it('refuses a second posting of one key', async () => expect(await refusal(transaction(`ok ${session}`))).toBe('23505'))

  it('refuses to take a wallet below 0, but for what was used', async () => {
    const spend = (idem: string, kind: string) => [
      transaction(idem, kind),
      entry(idem, mine(), -1_000_000),
      entry(idem, channel, 1_000_000),
    ]
    for (const kind of ['order', 'refund', 'recharge']) expect(await refusal(...spend(`below by ${kind}`, kind))).toBe('ZS003')
    for (const kind of ['usage', 'late_fee']) expect(await refusal(...spend(`${session} below by ${kind}`, kind))).toBeUndefined()
  })

  it('refuses to take what is frozen below 0, even for what was used', async () => {
    const leg = (idem: string) => [transaction(idem, 'usage'), entry(idem, sql`${frozen}::bigint`, -1), entry(idem, channel, 1)]
    expect(await refusal(...leg('frozen by use'))).toBe('ZS003')
  })

  it('has kept the books right through all of this', async () => expect(await rental.audit()).toEqual([]))
})

describe('product §5 The balance after an entry', () => {
  /** Moves 7 fen from the channel, told as 999,999 too many. */
  const lie = (idem: string) => [
    transaction(idem),
    entry(idem, channel, -7),
    sql`insert into ledger_entries (transaction_id, account_id, amount_fen, balance_after_fen)
      select t.id, a.id, 7, a.balance_fen + 999999 from ledger_transactions t, accounts a where t.idem = ${idem} and a.id = ${mine()}`,
  ]

  it('is counted by the database where a session claims none, whatever the entry says', async () => {
    expect(await refusalOf('counted', ...lie('lie'))).toBeUndefined()
    const { rows } = await sql<{ right: boolean }>`
      select e.balance_after_fen = a.balance_fen as right from ledger_entries e join accounts a on a.id = e.account_id
      where a.id = ${mine()} order by e.id desc limit 1`.execute(rental.deps.database.kysely)
    expect(rows).toEqual([{ right: true }])
  })

  it('is refused where it is claimed and wrong', async () =>
    expect(await refusalOf('claimed', ...lie('lie again'))).toBe('ZS006'))

  it('is refused where the account was moved after the entry was numbered, even there and back', async () => {
    const late = sql`
      insert into ledger_entries (id, transaction_id, account_id, amount_fen, balance_after_fen) overriding system value
      select nextval('ledger_entries_id_seq') - 100000, t.id, a.id, 7, a.balance_fen + 7
      from ledger_transactions t, accounts a where t.idem = 'late' and a.id = ${mine()}`
    expect(await refusalOf('claimed', transaction('late'), entry('late', channel, -7), late)).toBe('ZS006')
  })

  it('chains through all entries that one statement gives an account', async () => {
    const three = (broken: number) => sql`
      insert into ledger_entries (transaction_id, account_id, amount_fen, balance_after_fen)
      select t.id, a.id, v.fen, a.balance_fen + v.after from ledger_transactions t, accounts a,
        (values (1, 'channel', -6, -6), (2, 'cash', 1, 1), (3, 'cash', 2, 3), (4, 'cash', 3, ${broken}::int)) v (nth, kind, fen, after)
      where t.idem = 'three' and a.id = case v.kind when 'cash' then ${mine()} else ${channel} end order by v.nth`
    expect(await refusalOf('claimed', transaction('three'), three(5))).toBe('ZS006')
    expect(await refusalOf('claimed', transaction('three'), three(6))).toBeUndefined()
  })

  it('leaves the books right', async () => expect(await rental.audit()).toEqual([]))
})

describe('product §5 What is written once', () => {
  it.each([
    ['an entry', () => sql`update ledger_entries set amount_fen = amount_fen + 1`],
    ["an entry's account", () => sql`update ledger_entries set account_id = ${mine()}`],
    ['a transaction', () => sql`update ledger_transactions set title = 'y'`],
    ['a usage charge', () => sql`update usage_charges set fen = 0`],
    ['a line of the audit log', () => sql`update audit_log set ip = '::1'`],
    ['a line of a timeline', () => sql`update instance_events set title = 'y'`],
  ])('refuses to change %s', async (_, statement) => {
    await somethingOfEverything()
    expect(await refusalOf('claimed', statement())).toBe('ZS001')
  })

  it.each(['ledger_entries', 'ledger_transactions', 'usage_charges', 'audit_log', 'instance_events'])(
    'refuses to delete from %s',
    async (table) => {
      await somethingOfEverything()
      expect(await refusalOf('claimed', sql`delete from ${sql.table(table)}`)).toBe('ZS001')
    },
  )

  it('refuses to set a balance, and to open an account with one', async () => {
    const richer = sql`update accounts set balance_fen = 1000000 where id = ${mine()}`
    const rich = sql`insert into accounts (kind, user_id, balance_fen) values ('cash', ${user}, 5)`
    for (const statement of [richer, rich]) expect(await refusalOf('claimed', statement)).toBe('ZS005')
  })
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

  it('are the same where the session claims no balances', async () => {
    const { transaction: inTransaction, kysely } = rental.deps.database
    const id = await inTransaction(async (trx) => {
      await sessions.counted.execute(trx)
      return recordPosting(trx, {
        idem: 'counted',
        kind: 'recharge',
        title: 'x',
        at: rental.clock.now(),
        movements: [{ from: 'channel', to: { user }, amount_fen: 5n }],
      })
    })
    const legs = await kysely.selectFrom('ledger_entries').select('amount_fen').where('transaction_id', '=', id!).execute()
    expect(legs.map(({ amount_fen: amountFen }) => amountFen).sort()).toEqual([-5n, 5n])
    expect(await rental.audit()).toEqual([])
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
