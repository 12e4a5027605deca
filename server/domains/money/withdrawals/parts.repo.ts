import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** Statuses whose amount went back to the wallet, so that it can be withdrawn again. */
const undoneStatuses = ['returned', 'released']

const leftSql = (column: 'recharge_id' | 'bank_transfer_id') =>
  sql<bigint>`(s.amount_fen - coalesce((select sum(p.amount_fen) from withdrawal_parts p
    where p.${sql.ref(column)} = s.id and p.status not in ('returned', 'released')), 0))::bigint`

/** All SQL for parts of withdrawals and the payments they refund. */
export const withdrawalPartsRepo = (db: Kysely<DB>) => ({
  /** Returns a user's payments with an amount left to refund, unordered. */
  sources: async (userId: string) => {
    const recharges = await db
      .selectFrom('recharges as s')
      .where('s.user_id', '=', userId)
      .where('s.status', '=', 'paid')
      .select(['s.id', 's.channel', 's.paid_at', leftSql('recharge_id').as('left_fen')])
      .where(leftSql('recharge_id'), '>', 0n)
      .execute()
    const transfers = await db
      .selectFrom('bank_transfers as s')
      .where('s.user_id', '=', userId)
      .where('s.status', '=', 'credited')
      .select(['s.id', 's.decided_at as paid_at', leftSql('bank_transfer_id').as('left_fen')])
      .where(leftSql('bank_transfer_id'), '>', 0n)
      .execute()
    return { recharges, transfers }
  },
  insert: (rows: Insertable<DB['withdrawal_parts']>[]) => db.insertInto('withdrawal_parts').values(rows).execute(),
  update: (id: string, changes: Updateable<DB['withdrawal_parts']>) =>
    db.updateTable('withdrawal_parts').set(changes).where('id', '=', id).execute(),
  of: (withdrawalId: string) =>
    db
      .selectFrom('withdrawal_parts as p')
      .leftJoin('recharges as r', 'r.id', 'p.recharge_id')
      .leftJoin('bank_transfers as b', 'b.id', 'p.bank_transfer_id')
      .where('p.withdrawal_id', '=', withdrawalId)
      .selectAll('p')
      .select(['r.trade_no', 'r.amount_fen as total_fen', 'r.paid_at', 'b.payer_name', 'b.decided_at as credited_at'])
      .orderBy('p.position')
      .execute(),
  lock: (id: string) => db.selectFrom('withdrawal_parts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
  /** Counts parts not yet paid out. */
  countOpen: async (withdrawalId: string): Promise<number> => {
    const { n } = await db
      .selectFrom('withdrawal_parts')
      .where('withdrawal_id', '=', withdrawalId)
      .where('status', 'not in', ['done', ...undoneStatuses])
      .select((eb) => eb.fn.countAll<bigint>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  },
  releaseAll: (withdrawalId: string, endedAt: Date) =>
    db
      .updateTable('withdrawal_parts')
      .set({ status: 'released', ended_at: endedAt })
      .where('withdrawal_id', '=', withdrawalId)
      .execute(),
  /** Returns refunds to request from the provider now. */
  due: (now: Date, count: number) =>
    db
      .selectFrom('withdrawal_parts as p')
      .innerJoin('recharges as r', 'r.id', 'p.recharge_id')
      .select(['p.id', 'p.withdrawal_id', 'p.channel', 'p.amount_fen', 'r.trade_no', 'r.amount_fen as total_fen'])
      .where('p.next_try_at', '<=', now)
      .orderBy('p.next_try_at')
      .limit(count)
      .execute(),
})

export type WithdrawalPartRow = Selectable<DB['withdrawal_parts']>
export type ShownWithdrawalPart = Awaited<ReturnType<ReturnType<typeof withdrawalPartsRepo>['of']>>[number]
