import { type Kysely, sql } from 'kysely'
import type { LedgerEntryKind } from '#contract/wallet.ts'
import type { DB } from '#server/db/types.ts'

/** A transaction of the ledger; `legs` by `<user> <wallet>`, `voucher <id>` or account of the platform. */
export interface JournalPosting {
  id: number
  kind: LedgerEntryKind
  idem: string
  ref: string | null
  at: number
  legs: Record<string, number>
  /** A refund that left an order what it had bought. */
  gift: boolean
  charges: { segment: number; instance_id: string; fen: number; voucher_fen: number; seconds: number; image_micro: number }[]
}

/** What the platform has written about some people: whole fen, moments in ms. */
export interface JournalRecords {
  instances: {
    id: string
    status: number
    reason: string | null
    charge_rule: 'hour' | 'day' | 'week'
    expire_at: number | null
    started_at: number | null
    stopped_at: number | null
    gpu_num: number
  }[]
  released: { id: string; at: number }[]
  segments: {
    id: number
    instance_id: string
    price_micro: number
    started_at: number
    ended_at: number | null
    seen_s: number
  }[]
  postings: JournalPosting[]
  balances: Record<string, number>
  orders: {
    id: string
    kind: string
    status: string
    charge_rule: 'hour' | 'day' | 'week'
    quantity: number
    instance_id: string
    amount: number
    voucher: number
    cash_back: number
    /** Of the time that it has prepaid of an image, and what all of it cost before a coupon. */
    image_micro_s: number
    whole: number
  }[]
  debt: { id: string; days: number; principal_days: number; fee: number; terminated: boolean } | null
  arrears_since: number | null
}

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`)
const rows = (query: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(row_to_json(x)), '[]') from (${query}) x)`
const place = sql`case when a.voucher_id is not null then 'voucher ' || a.voucher_id when a.user_id is null then a.kind
  else a.user_id || ' ' || a.kind end`

/** Everything that was written since, in one statement. */
export async function loadJournal(
  db: Kysely<DB>,
  { user_id: userId, people, posting, segment }: { user_id: string; people: readonly string[]; posting: number; segment: number },
): Promise<JournalRecords> {
  const { rows: found } = await sql<{ written: string }>`select json_build_object(
    'instances', ${rows(sql`
      select id, status, reason, charge_rule, ${ms('expire_at')} as expire_at, ${ms('started_at')} as started_at,
        ${ms('stopped_at')} as stopped_at, gpu_num
      from instances where user_id = ${userId} and released_at is null order by created_at, id`)},
    'released', ${rows(sql`
      select id, ${ms('released_at')} as at from instances where user_id = ${userId} and released_at is not null`)},
    'segments', ${rows(sql`
      select id, instance_id, price_micro, ${ms('started_at')} as started_at, ${ms('ended_at')} as ended_at, seen_s
      from segments where user_id = ${userId} and id > ${segment} order by id`)},
    'postings', ${rows(sql`
      select t.id, t.kind, t.idem, t.ref, ${ms('t.at')} as at,
        exists (select 1 from order_refunds r where r.transaction_id = t.id and r.operator_id is not null and not r.took_time) as gift,
        (select json_object_agg(${place}, e.amount_fen) from ledger_entries e join accounts a on a.id = e.account_id
         where e.transaction_id = t.id) as legs,
        (select coalesce(json_agg(json_build_object('segment', s.id, 'instance_id', s.instance_id, 'fen', c.fen,
           'voucher_fen', c.voucher_fen, 'seconds', c.to_s - c.from_s, 'image_micro', s.image_price_micro) order by s.id), '[]')
         from usage_charges c join segments s on s.id = c.segment_id where c.transaction_id = t.id) as charges
      from ledger_transactions t where t.id > ${posting} and exists (select 1 from ledger_entries e
        join accounts a on a.id = e.account_id where e.transaction_id = t.id and a.user_id = any(${people}::text[]))
      order by t.id`)},
    'balances', (select json_object_agg(${place}, a.balance_fen) from accounts a
      where a.user_id = any(${people}::text[]) and (a.balance_fen <> 0 or a.kind = 'cash')),
    'orders', ${rows(sql`
      select o.id, o.kind, o.status, o.charge_rule, o.quantity, o.instance_id, o.amount_fen as amount, o.voucher_fen as voucher,
        coalesce((select sum(cash_fen) from order_refunds r where r.order_id = o.id), 0) as cash_back,
        o.amount_fen + o.discount_fen as whole, coalesce((
          select sum(p.price_micro * extract(epoch from p.ends_at - p.starts_at)) from image_periods p where p.order_id = o.id), 0) as image_micro_s
      from orders o where o.user_id = ${userId}`)},
    'debt', (select json_build_object('id', id, 'days', days, 'principal_days', principal_days_fen, 'fee', fee_fen,
      'terminated', terminated_at is not null) from debts where user_id = ${userId} and ended_at is null),
    'arrears_since', (select ${ms('arrears_since')} from users where id = ${userId})
  )::text as written`.execute(db)
  return JSON.parse(found[0]!.written) as JournalRecords
}
