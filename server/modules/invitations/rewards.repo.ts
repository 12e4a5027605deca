import { type Insertable, type Kysely, sql } from 'kysely'
import { pageOf } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

/** A spender: an invitee, or a sub-account of one. */
export interface Spender {
  spender_id: string
  invitee_id: string
  inviter_id: string
  registered_at: Date
}

/** All SQL of invitations and their rewards. What a person asks names the inviter. */
export const rewardsRepo = (db: Kysely<DB>) => ({
  /**
   * Those with cash entries before `until` that are not settled; never who has the identity of his inviter, nor whose
   * inviter has closed his account. Ids of the entries of one account are drawn in the order in which they commit.
   */
  unsettled: async (until: Date): Promise<Spender[]> => {
    const { rows } = await sql<Spender>`
      select s.id as spender_id, u.id as invitee_id, u.invited_by as inviter_id, u.created_at as registered_at
      from users u join users s on s.id = u.id or s.master_id = u.id
      join accounts a on a.user_id = s.id and a.kind = 'cash'
      join users inviter on inviter.id = u.invited_by and inviter.closed_at is null
      where u.invited_by is not null and exists (
        select 1 from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where e.account_id = a.id and t.kind in ('usage', 'llm_usage', 'order', 'refund') and t.at < ${until}
          and t.at < u.created_at + interval '1 year 1 day'
          and e.id > coalesce((select max(r.to_entry) from invitation_rewards r where r.spender_id = s.id), 0))
      and not exists (
        select 1 from real_names mine join real_names theirs on theirs.id_number_index = mine.id_number_index
        where mine.user_id = u.invited_by and theirs.user_id = u.id)
      order by s.id`.execute(db)
    return rows
  },
  /** Two workers settle the same one after the other. */
  lockSpender: (id: string) => db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute(),
  standing: (spender_id: string) =>
    db
      .selectFrom('invitation_rewards')
      .select(['to_entry', 'total_fen', 'paid_before_fen', 'reward_fen', sql<string>`day::text`.as('day')])
      .where('spender_id', '=', spender_id)
      .orderBy('to_entry', 'desc')
      .limit(1)
      .executeTakeFirst(),
  /** Of the cash alone: what vouchers paid lies on accounts of their own. */
  entriesAfter: (spender_id: string, after: bigint) =>
    db
      .selectFrom('ledger_entries as e')
      .innerJoin('accounts as a', 'a.id', 'e.account_id')
      .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
      .where('a.user_id', '=', spender_id)
      .where('a.kind', '=', 'cash')
      .where('t.kind', 'in', ['usage', 'llm_usage', 'order', 'refund'])
      .where('e.id', '>', after)
      .orderBy('e.id')
      .select(['e.id', 't.kind', 'e.amount_fen', 't.at'])
      .execute(),
  insert: (rows: readonly Insertable<DB['invitation_rewards']>[]) => db.insertInto('invitation_rewards').values(rows).execute(),
  totals: async (inviter_id: string) => {
    const people = await db
      .selectFrom('users as u')
      .leftJoin('real_names as r', 'r.user_id', 'u.id')
      .where('u.invited_by', '=', inviter_id)
      .select((eb) => [eb.fn.count<bigint>('u.id').as('invitees'), eb.fn.count<bigint>('r.user_id').as('verified')])
      .executeTakeFirstOrThrow()
    const paid = await db
      .selectFrom('invitation_rewards')
      .where('inviter_id', '=', inviter_id)
      .select(sql<bigint>`coalesce(sum(reward_fen), 0)::bigint`.as('reward_fen'))
      .executeTakeFirstOrThrow()
    return { ...people, ...paid }
  },
  invitees: (inviter_id: string, query: { page: number; page_size: number; order?: 'asc' | 'desc' }) => {
    const rows = db
      .selectFrom('users as u')
      .leftJoin('real_names as r', 'r.user_id', 'u.id')
      .where('u.invited_by', '=', inviter_id)
      .select([
        'u.id',
        'u.phone',
        'u.created_at',
        'r.user_id as verified_user_id',
        sql<bigint>`coalesce((select sum(usage_fen + orders_fen - refunds_fen) from invitation_rewards w where w.invitee_id = u.id), 0)::bigint`.as(
          'spent_fen',
        ),
        sql<bigint>`coalesce((select sum(reward_fen) from invitation_rewards w where w.invitee_id = u.id), 0)::bigint`.as(
          'reward_fen',
        ),
      ])
    return pageOf(rows, query, 'u.created_at', 'u.id')
  },
  page: (
    inviter_id: string,
    { invitee_id, ...query }: { page: number; page_size: number; order?: 'asc' | 'desc'; invitee_id?: string },
  ) => {
    let rows = db
      .selectFrom('invitation_rewards as w')
      .innerJoin('users as u', 'u.id', 'w.invitee_id')
      .where('w.inviter_id', '=', inviter_id)
      .selectAll('w')
      .select(['u.phone', sql<string>`w.day::text`.as('day')])
    if (invitee_id) rows = rows.where('w.invitee_id', '=', invitee_id)
    return pageOf(rows, query, 'w.day', 'w.id')
  },
})
