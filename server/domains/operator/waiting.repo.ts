import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type WaitingQueue, waitingCountMax } from '#contract/operator/waiting.ts'
import type { DB } from '#server/db/types.ts'
import {
  selectWaitingChanges,
  selectWaitingInvoices,
  selectWaitingTransfers,
  selectWaitingWithdrawals,
} from '#server/db/waiting-rows.ts'

export interface WaitingFor {
  operator_id: string
  /** The kinds of change the operator may decide. */
  kinds: readonly string[]
}

/** Rows of each queue and since when each waits; each reads an index of its state. Of a new host nobody knows since when. */
const queueRows: Record<WaitingQueue, (who: WaitingFor) => RawBuilder<unknown>> = {
  'operator-changes': ({ operator_id: me, kinds }) =>
    sql`select c.requested_at as since from change_requests c where ${selectWaitingChanges(me, kinds)}`,
  'operator-withdrawals': ({ operator_id: me }) =>
    sql`select w.created_at as since from withdrawals w where ${selectWaitingWithdrawals(me)}`,
  'operator-bank-transfers': ({ operator_id: me }) =>
    sql`select t.created_at as since from bank_transfers t where ${selectWaitingTransfers(me)}`,
  'operator-invoices': () => sql`select i.created_at as since from invoices i where ${selectWaitingInvoices}`,
  'operator-identities': () => sql`select submitted_at as since from identity_reviews where status = 'pending'`,
  'operator-real-names': () => sql`select submitted_at as since from certifications where status = 'pending'`,
  'operator-image-reviews': () => sql`select submitted_at as since from community_image_versions where state = 'pending'`,
  'operator-data-sets': () =>
    sql`select submitted_at as since from data_set_versions where state = 'pending' and removed_at is null`,
  'operator-original-reviews': () => sql`select created_at as since from originals where state = 'pending'`,
  'operator-creator-reviews': () => sql`select submitted_at as since from creator_audits where state = 'pending'`,
  'operator-creator-statements': () => sql`select settled_at as since from creator_statements where state = 'settled'`,
  'operator-hosts': () => sql`select held_at as since from hosts where region_id is null or drained_at = held_at`,
  'operator-gpus': () => sql`select held_at as since from gpus where held_at is not null`,
  'operator-quarantine': () => sql`select found_at as since from quarantined_objects where ended_at is null and state = 'kept'`,
  'operator-leads': () => sql`select created_at as since from leads where state = 'new'`,
}

/** All SQL that counts what waits for an operator. */
export const waitingRepo = (db: Kysely<DB>) => ({
  /** Counts each of these queues up to one above the maximum, in one statement. */
  count: async (
    queues: readonly WaitingQueue[],
    who: WaitingFor,
  ): Promise<{ queue: WaitingQueue; count: number; oldest_at: Date | null }[]> => {
    if (queues.length === 0) return []
    const counted = queues.map(
      (queue) => sql`select ${queue}::text as queue, count(*)::int as count, min(since) as oldest_at
        from (select since from (${queueRows[queue](who)}) q order by since limit ${waitingCountMax + 1}) x`,
    )
    const { rows } = await sql<{ queue: WaitingQueue; count: number; oldest_at: Date | null }>`
      ${sql.join(counted, sql` union all `)}`.execute(db)
    return rows
  },
})
