import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listMigrations, migrateDatabase } from '#server/db/migrate.ts'
import { databaseEngines } from '#tests/support/engines.ts'

const at = new Date('2026-11-20T00:00:00.000Z')

it.each(databaseEngines.filter(({ available }) => available))(
  'decision 038 What had counted the day it was paid counts again when it ends, on $name',
  async ({ openBlank }) => {
    const database = await openBlank()
    const db = database.kysely
    const known = listMigrations()
    const from = known.findIndex(({ name }) => name === '0033_rewarded_orders')
    await migrateDatabase(database, known.slice(0, from))
    for (const id of ['inviter', 'invitee', 'other'])
      await sql`insert into users (id, uuid, phone, password_hash, nickname, invite_code, created_at)
      values (${id}, ${randomUUID()}, ${id}, '-', ${id}, ${id}, ${at})`.execute(db)
    const settled = (
      spender: string,
      [fromEntry, toEntry]: [number, number],
      amounts: [number, number, number, number, number, number],
    ) => {
      const [usage, orders, refunds, total, before, reward] = amounts
      return sql`insert into invitation_rewards (id, spender_id, invitee_id, inviter_id, day, from_entry, to_entry,
        usage_fen, orders_fen, refunds_fen, total_fen, paid_before_fen, reward_fen, at)
      values (${randomUUID()}, ${spender}, ${spender}, 'inviter', '2026-11-19', ${fromEntry}, ${toEntry},
        ${usage}, ${orders}, ${refunds}, ${total}, ${before}, ${reward}, ${at})`.execute(db)
    }
    await settled('invitee', [0, 5], [1000, 38304, 0, 39304, 0, 3930])
    await settled('invitee', [5, 9], [500, 0, 36000, 3804, 3930, 0])
    await settled('other', [0, 7], [1000, 0, 0, 1000, 0, 100])
    await migrateDatabase(database, known)
    const rows = await db
      .selectFrom('invitation_rewards')
      .selectAll()
      .orderBy('spender_id')
      .orderBy('to_entry')
      .orderBy('from_entry')
      .execute()
    expect(rows.map(({ spender_id: spenderId }) => spenderId)).toEqual(['invitee', 'invitee', 'invitee', 'other'])
    expect(rows[2]).toMatchObject({
      ...{ from_entry: 9n, to_entry: 9n, usage_fen: 0n, orders_fen: -38304n, refunds_fen: -36000n },
      ...{ total_fen: 1500n, paid_before_fen: 3930n, reward_fen: 0n },
    })
    await database.close()
  },
)
