import fs from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** A small ledger of transfers whose acknowledged entries are also written to a file outside the database. */

const accounts = 200
const openingBalance = 1000
const amount = 5

export interface TransferVerdict {
  acked: number
  /** Acknowledged transfers missing from the database. */
  lost: number
  /** Sums, balances or transfers that do not add up. */
  broken: number
}

export async function createTransferTables(database: Database): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('transfers') is not null as found`.execute(database.kysely)
  if (rows[0]?.found) return
  await database.transaction(async (trx) => {
    await sql`
      create table book (id int primary key, balance bigint not null);
      create table transfers (key text primary key, pad text);
      create table legs (id bigint generated always as identity primary key, key text not null references transfers,
        account int not null references book (id), amount bigint not null)`.execute(trx)
    await sql`insert into book select g, ${openingBalance} from generate_series(1, ${accounts}::int) g`.execute(trx)
  })
}

/** Makes one transfer between two random accounts and acknowledges it in the file `ack` after the commit. */
export async function runTransfer(database: Database, key: string, ack: number): Promise<void> {
  const from = 1 + Math.floor(Math.random() * (accounts - 1))
  const to = from + 1 + Math.floor(Math.random() * (accounts - from))
  await database.transaction(async (trx) => {
    await sql`insert into transfers values (${key}, repeat(md5(random()::text), 20))`.execute(trx)
    await sql`update book set balance = balance - ${amount} where id = ${from}`.execute(trx)
    await sql`update book set balance = balance + ${amount} where id = ${to}`.execute(trx)
    await sql`insert into legs (key, account, amount)
      values (${key}, ${from}, ${-amount}), (${key}, ${to}, ${amount})`.execute(trx)
  })
  fs.writeSync(ack, `${key}\n`)
}

export async function verifyTransfers(database: Database, ackFile: string): Promise<TransferVerdict> {
  const acked = fs.existsSync(ackFile) ? fs.readFileSync(ackFile, 'utf8').split('\n').filter(Boolean) : []
  const { rows: transfers } = await sql<{ key: string }>`select key from transfers`.execute(database.kysely)
  const kept = new Set(transfers.map((row) => row.key))
  const { rows } = await sql<{ broken: number }>`select (
      (select (sum(balance) <> ${accounts * openingBalance})::int from book)
    + (select count(*) from book b where balance <> ${openingBalance}
        + coalesce((select sum(amount) from legs where account = b.id), 0))
    + (select count(*) from (select from transfers t left join legs l using (key)
        group by t.key having count(l.id) <> 2 or sum(l.amount) <> 0) unbalanced)
    )::int as broken`.execute(database.kysely)
  return { acked: acked.length, lost: acked.filter((key) => !kept.has(key)).length, broken: rows[0]?.broken ?? 1 }
}
