import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { ledgerEntries } from '#contract/ledger-entries.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { wallet } from '#contract/wallet.ts'
import { settleUserSegments } from '#server/domains/money/billing/billing.service.ts'
import { buildCsvDownload, loadChunks } from '#server/http/csv.ts'
import { recordPosting } from '#server/ledger/ledger.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => rental.close())

const linesOf = (bytes: Buffer) => bytes.toString('utf8').replace(/\r\n$/, '').split('\r\n').slice(1)
const exportOf = async (person: Person, query = {}) => rental.fetchFile(ledgerEntries.export, { query }, await person.token())

/** So many balanced postings at once; the triggers that would apply them one by one are the ledger's own tests' business. */
const insertUsage = (person: Person, count: number) =>
  rental.deps.database.transaction(async (trx) => {
    const rows = sql`generate_series(0, ${sql.lit(count - 1)}) as n`
    for (const table of ['ledger_transactions', 'ledger_entries'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    await sql`alter table ledger_entries enable trigger ledger_entries_summed`.execute(trx)
    await sql`insert into ledger_transactions (idem, kind, title, at)
      select 'usage:export-' || n, 'usage', '按量扣费 ' || n, ${rental.clock.now()}::timestamptz from ${rows}`.execute(trx)
    await sql`insert into ledger_entries (transaction_id, account_id, amount_fen, balance_after_fen)
      select t.id, a.id, leg.sign * (n % 97 + 1), 0 from ${rows}
      join ledger_transactions t on t.idem = 'usage:export-' || n
      cross join (values ('cash', -1), ('revenue', 1)) as leg (kind, sign)
      join accounts a on a.kind = leg.kind and a.user_id is not distinct from case leg.kind when 'cash' then ${person.id} end
      order by n`.execute(trx)
    for (const table of ['ledger_transactions', 'ledger_entries'])
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
  })

describe('product §5 收支明细', () => {
  it('exports 50,000 rows as a stream whose rows and sums are those of the ledger', async () => {
    const person = await rental.addPerson({ balance: '100000.00' })
    const count = 50_000
    await insertUsage(person, count)
    const spent = Array.from({ length: count }, (_, n) => BigInt((n % 97) + 1)).reduce((sum, fen) => sum + fen, 0n)
    const { data: sums } = await person.call(ledgerEntries.sum, { query: { kind: 'usage' } })
    expect(sums).toEqual({ count, income: '0.00', spent: formatFenAsYuan(-spent) })
    const { bytes, type, file_name: fileName } = await exportOf(person, { kind: 'usage' })
    expect(type).toBe('text/csv; charset=utf-8')
    expect(fileName).toMatch(/^收支明细-\d{4}-\d\d-\d\d\.csv$/)
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const rows = linesOf(bytes).map((line) => line.split(','))
    expect(rows).toHaveLength(count)
    expect(new Set(rows.map((cells) => cells.at(-1))).size).toBe(count)
    expect(rows.reduce((sum, cells) => sum + parseYuanToFen(cells[4]!), 0n)).toBe(-spent)
    expect(rows.at(-1)?.[3]).toBe('按量扣费 0')
  })

  it('writes an export as it is read: a chunk is fetched while the one before it is written, and never a larger one', async () => {
    const asked: number[] = []
    const rows = Array.from({ length: 2_500 }, (_, id) => id)
    const chunks = loadChunks(
      async (after: number | undefined, limit) => {
        asked.push(limit)
        const start = after === undefined ? 0 : after + 1
        return rows.slice(start, start + limit)
      },
      (id) => id,
      (id) => [String(id)],
    )
    const { body } = buildCsvDownload('rows.csv', ['id'], chunks)
    expect(asked).toEqual([])
    let text = ''
    for await (const part of body as AsyncIterable<Buffer>) text += part.toString()
    expect(asked).toEqual([1000, 1000, 1000])
    expect(text.trimEnd().split('\r\n')).toHaveLength(rows.length + 1)
  })

  it('fetches one chunk ahead, whose failure ends an export only if somebody still reads it', async () => {
    const asked: (number | undefined)[] = []
    const load = () =>
      loadChunks(
        async (after: number | undefined, limit) => {
          asked.push(after)
          if (after !== undefined) throw new Error('the database is gone')
          return Array.from({ length: limit }, (_, id) => id)
        },
        (id) => id,
        (id) => [String(id)],
      )
    const left = load()
    await left.next()
    expect(asked).toEqual([undefined, 999])
    await left.return(undefined)
    const read = load()
    await read.next()
    await expect(read.next()).rejects.toThrow('the database is gone')
  })

  it('lets no cell of an export become a formula', async () => {
    const person = await rental.addPerson({ balance: '0.00' })
    await rental.deps.database.transaction((trx) =>
      recordPosting(trx, {
        idem: 'adjust:formula',
        kind: 'adjust',
        title: '=HYPERLINK("http://evil","x")',
        at: rental.clock.now(),
        movements: [{ from: 'adjustment', to: { user: person.id }, amount_fen: 5n }],
      }),
    )
    const [line] = linesOf((await exportOf(person)).bytes)
    expect(line).toContain(`,"'=HYPERLINK(""http://evil"",""x"")",0.05,`)
  })

  it('is narrowed by kind, days of Beijing, wallet and words, and sums what is left', async () => {
    const person = await rental.addPerson({ balance: '0.00' })
    const entry = (title: string, at: string, amountFen: bigint, wallet?: 'frozen') =>
      rental.deps.database.transaction((trx) =>
        recordPosting(trx, {
          idem: `tests:${person.id}:${title}`,
          kind: wallet ? 'withdraw_hold' : 'recharge',
          title,
          at: new Date(at),
          movements: [
            {
              from: wallet ? { user: person.id } : 'channel',
              to: wallet ? { user: person.id, wallet } : { user: person.id },
              amount_fen: amountFen,
            },
          ],
        }),
      )
    await entry('前一天最后一毫秒', '2026-03-01T15:59:59.999Z', 100n)
    await entry('当天第一刻', '2026-03-01T16:00:00.000Z', 200n)
    await entry('提现申请', '2026-03-02T01:00:00.000Z', 50n, 'frozen')
    await entry('第二天第一刻', '2026-03-02T16:00:00.000Z', 400n)
    const titles = async (query: object) => (await person.call(wallet.entries, { query })).data.map(({ title }) => title)
    expect(await titles({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['提现申请', '当天第一刻'])
    expect(await titles({ to: '2026-03-01' })).toEqual(['前一天最后一毫秒'])
    expect(await titles({ from: '2026-03-02', kind: 'recharge' })).toEqual(['第二天第一刻', '当天第一刻'])
    expect(await titles({ wallet: 'frozen' })).toEqual(['提现申请'])
    expect(await titles({ keyword: '第一刻', to: '2026-03-02' })).toEqual(['当天第一刻'])
    const { data } = await person.call(ledgerEntries.sum, { query: { from: '2026-03-02', to: '2026-03-02' } })
    expect(data).toEqual({ count: 2, income: '2.00', spent: '-0.50' })
    expect(linesOf((await exportOf(person, { wallet: 'frozen' })).bytes)).toHaveLength(1)
  })

  it('finds a number by its beginning, in any case and without its kind, and only what is one’s own; other text anywhere in a title', async () => {
    const [person, stranger] = [await rental.addPerson(), await rental.addPerson()]
    for (const [nth, owner] of [person, person, stranger].entries())
      await rental.deps.database.transaction((trx) =>
        recordPosting(trx, {
          idem: `number:${nth}`,
          kind: 'recharge',
          title: `充值 load-numbers-${nth}`,
          ref: `recharge-numbers${nth}`,
          at: rental.clock.now(),
          movements: [{ from: 'channel', to: { user: owner.id }, amount_fen: 100n }],
        }),
      )
    const titles = async (keyword: string) =>
      (await person.call(wallet.entries, { query: { keyword } })).data.map(({ title }) => title)
    expect(await titles('Recharge-numbers')).toEqual(['充值 load-numbers-1', '充值 load-numbers-0'])
    expect(await titles('recharge-numbers1')).toEqual(['充值 load-numbers-1'])
    expect(await titles('Numbers1')).toEqual(['充值 load-numbers-1'])
    expect(await titles('recharge-numbers2')).toEqual([])
    expect(await titles('load-numbers-0')).toEqual(['充值 load-numbers-0'])
    const { data } = await person.call(ledgerEntries.sum, { query: { keyword: 'recharge-numbers' } })
    expect(data).toEqual({ count: 2, income: '2.00', spent: '0.00' })
  })

  it('tells nobody how many there are: no id of a row in sequence goes out, and none is taken', async () => {
    const person = await rental.addPerson()
    const instanceId = await rental.rent(person)
    await rental.tick(3_600_000)
    await rental.act(person, instanceId, 'shutdown')
    await rental.reach(instanceId, instanceStatusCodes.shut_down)
    const rows = (await person.call(wallet.entries)).data
    const usage = rows.find(({ kind }) => kind === 'usage')!
    const { data: entry } = await person.call(ledgerEntries.get, { params: { id: usage.id } })
    const [segment] = (await person.call(instances.segments, { params: { id: instanceId } })).data
    const { data: events } = await person.call(instances.events, { params: { id: instanceId } })
    const file = linesOf((await exportOf(person, { kind: 'usage' })).bytes)
    const charged = segment!.charges.find(({ transaction_id: transactionId }) => transactionId !== null)!
    expect(entry.charges[0]!.segment_id).toBe(segment!.id)
    expect(charged.transaction_id).toBe(entry.transaction_id)
    expect(file.map((line) => line.split(',').at(-1))).toContain(entry.transaction_id)
    const ids = [...rows, ...events, segment!].map(({ id }) => id).concat(entry.transaction_id)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(ids).size).toBe(ids.length)

    const { id } = await rental.deps.database.kysely
      .selectFrom('ledger_entries as e')
      .innerJoin('accounts as a', 'a.id', 'e.account_id')
      .where('a.user_id', '=', person.id)
      .select('e.id')
      .executeTakeFirstOrThrow()
    for (const guess of [String(id), entry.transaction_id, segment!.id, 'f'.repeat(32)])
      expect((await person.call(ledgerEntries.get, { params: { id: guess } })).status).toBe(404)
  })

  it('names the instance of a usage row as it was called then and by its id, in the list as in the export', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person, { nick_name: '我的训练机' })
    await rental.tick(3_600_000)
    await person.call(instances.update, { params: { id }, body: { nick_name: '推理机' } })
    await rental.tick(3_600_000)
    const titles = [`按量扣费 · 推理机（${id}）`, `按量扣费 · 我的训练机（${id}）`]
    for (const keyword of [undefined, id]) {
      const query = { kind: 'usage' as const, ...(keyword && { keyword }) }
      expect((await person.call(wallet.entries, { query })).data.map(({ title }) => title)).toEqual(titles)
      expect(linesOf((await exportOf(person, query)).bytes).map((line) => line.split(',')[3])).toEqual(titles)
    }
    await rental.releaseAll(person)
  })

  it('names one of the instances that a usage row is for, and says how many they are', async () => {
    const person = await rental.addPerson()
    const first = await rental.rent(person, { nick_name: '甲' })
    await rental.rent(person, { nick_name: '乙' })
    await rental.tick(600_000)
    await rental.deps.database.transaction((trx) => settleUserSegments(trx, person.id, rental.clock.now()))
    const { data } = await person.call(wallet.entries, { query: { kind: 'usage' } })
    expect(data[0]).toMatchObject({ title: `按量扣费 · 甲（${first}）等 2 台实例`, ref: first })
    await rental.releaseAll(person)
  })

  it('opens a row to what the same posting moved elsewhere, and to nobody else', async () => {
    const [person, stranger] = await rental.addPeople(2)
    await rental.deps.database.transaction((trx) =>
      recordPosting(trx, {
        idem: `tests:hold:${person!.id}`,
        kind: 'withdraw_hold',
        title: '提现冻结',
        at: rental.clock.now(),
        movements: [{ from: { user: person!.id }, to: { user: person!.id, wallet: 'frozen' }, amount_fen: 700n }],
      }),
    )
    const { data } = await person!.call(wallet.entries)
    const id = data[0]!.id
    const { data: entry } = await person!.call(ledgerEntries.get, { params: { id } })
    expect(entry).toMatchObject({ amount: '-7.00', others: [{ wallet: 'frozen', amount: '7.00', balance_after: '7.00' }] })
    expect((await stranger!.call(ledgerEntries.get, { params: { id } })).status).toBe(404)
    expect((await person!.call(ledgerEntries.get, { params: { id: 'none' } })).status).toBe(404)
  })
})
