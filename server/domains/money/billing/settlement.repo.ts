import { type Kysely, type RawBuilder, sql } from 'kysely'
import { microSecondsPerFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'

/** The locked segments of one user. */
export interface DueUser {
  user_id: string
  /** The master of a sub-account. */
  master_id: string | null
  /** Where the rows lie, as a list of the database; holds as long as they are locked and not changed. */
  places: string
  segments: number
  /** The highest id among them. */
  last_id: bigint
}

/** A locked segment and what it has used since it was billed. */
export interface DueSegment {
  id: bigint
  user_id: string
  instance_id: string
  fen: bigint
}

/** Where a sweep goes on: after this segment, in order of user and id. */
export type SweepPosition = Pick<DueSegment, 'id' | 'user_id'>

/** What a voucher pays of the charge of one segment. */
export interface VoucherShare {
  segment_id: bigint
  voucher_id: string
  fen: bigint
}

interface Settlement {
  due: readonly Pick<DueUser, 'places'>[]
  shares: readonly VoucherShare[]
  /** Formats of the postings' titles, for `format()`: name and id of the first instance, and the number of instances. */
  title: { one: string; many: string }
  at: Date
  next_bill_at: Date
  /** Ends the segments. */
  ending: boolean
}

/** The whole charge of a segment in fen, as `computeRunCharge` computes it. */
const runCharge = sql<bigint>`((s.price_micro * s.seen_s + s.carry_in) / ${sql.lit(Number(microSecondsPerFen))})`

/** Lists of places as one. */
const joinPlaces = (due: readonly Pick<DueUser, 'places'>[]) => `{${due.map(({ places }) => places.slice(1, -1)).join()}}`

/** All SQL that turns metered seconds into charges and postings. */
export const settlementRepo = (db: Kysely<DB>) => {
  const lock = async (where: RawBuilder<unknown>, rest: RawBuilder<unknown>): Promise<DueUser[]> => {
    const { rows } = await sql<DueUser>`
      with locked as materialized (
        select s.id, s.ctid as place, s.user_id from segments s where s.ended_at is null and ${where} order by s.user_id, s.id ${rest})
      select l.user_id, u.master_id, l.places, l.segments, l.last_id
      from (
        select user_id, array_agg(place)::text as places, count(*)::int as segments, max(id) as last_id from locked group by user_id) l
      join users u on u.id = l.user_id order by l.user_id`.execute(db)
    return rows
  }
  return {
    lockOne: (id: bigint) => lock(sql`s.id = ${id}`, sql`for no key update`),
    lockOfUser: (userId: string) => lock(sql`s.user_id = ${userId}`, sql`for no key update`),
    /** Tells the planner, until the transaction ends, that rows are in memory: those of a sweep were read a moment before. */
    planInMemory: () => sql`set local random_page_cost = 1`.execute(db),
    /**
     * Locks segments due for hourly billing, those of one user together; leaves out what others hold. A due time beyond `horizon`
     * was left by a clock that jumped back and counts as due.
     */
    lockDue: ({ now, horizon, after, limit }: { now: Date; horizon: Date; after?: SweepPosition; limit: number }) =>
      lock(
        sql`(s.next_bill_at <= ${now} or s.next_bill_at > ${horizon})
          and (s.user_id, s.id) > (${after?.user_id ?? ''}, ${after?.id ?? 0n}::bigint)`,
        sql`limit ${limit} for no key update skip locked`,
      ),
    /** The locked segments of some users one by one. */
    list: async (due: readonly Pick<DueUser, 'places'>[]): Promise<DueSegment[]> => {
      const { rows } = await sql<DueSegment>`
        select s.id, s.user_id, s.instance_id, ${runCharge} - s.billed_fen as fen
        from segments s where s.ctid = any(${joinPlaces(due)}::tid[]) order by s.user_id, s.id`.execute(db)
      return rows
    },
    /**
     * Charges locked segments for all they were seen to run, in one statement: meters, one transaction per user, its entries and
     * one charge per segment. The wallets of the users must be locked, as by `lockVouchersOfUsers`; the revenue, which all
     * postings share, is locked last. Returns the transactions of users with a master.
     */
    settle: async ({ due, shares, title, at, next_bill_at: nextBillAt, ending }: Settlement) => {
      const places = joinPlaces(due)
      const { rows } = await sql<{ user_id: string; transaction_id: bigint }>`
        with due as materialized (
          select s.id, s.ctid as place, s.user_id, s.instance_id, s.billed_s as from_s, s.seen_s as to_s, ${runCharge} as total,
            ${runCharge} - s.billed_fen as fen
          from segments s where s.ctid = any(${places}::tid[])),
        shares as materialized (
          select v.*, d.user_id from unnest(${shares.map((share) => share.segment_id)}::bigint[],
            ${shares.map((share) => share.voucher_id)}::text[], ${shares.map(({ fen }) => fen)}::bigint[]) as v(segment_id, voucher_id, fen)
          join due d on d.id = v.segment_id),
        saved as (
          update segments s set billed_s = s.seen_s, billed_fen = ${runCharge}, next_bill_at = ${nextBillAt},
            ended_at = ${ending ? at : null}::timestamptz
          where s.ctid = any(${places}::tid[])),
        sums as materialized (
          select x.user_id, x.fen, x.parts, s.instance_id as ref, 'usage:' || s.id || '@' || s.billed_s as idem
          from (select user_id, sum(fen)::bigint as fen, count(*) as parts, min(id) as first from due where fen > 0 group by user_id) x
          join segments s on s.id = x.first),
        posted as (
          insert into ledger_transactions (idem, kind, title, ref, at)
          select s.idem, 'usage', case when s.parts = 1 then format(${title.one}, i.nick_name, i.id)
            else format(${title.many}, i.nick_name, i.id, s.parts) end, s.ref, ${at}
          from sums s join instances i on i.id = s.ref order by s.user_id returning id, idem),
        paid as materialized (select s.user_id, s.fen, p.id as transaction_id from sums s join posted p on p.idem = s.idem),
        charged as (
          insert into usage_charges (segment_id, from_s, to_s, fen, voucher_fen, transaction_id, at)
          select d.id, d.from_s, d.to_s, d.fen, coalesce(v.fen, 0), p.transaction_id, ${at}
          from due d left join paid p on p.user_id = d.user_id and d.fen > 0
          left join (select segment_id, sum(fen) as fen from shares group by segment_id) v on v.segment_id = d.id
          where d.to_s > d.from_s),
        revenue as materialized (
          select id, balance_fen from accounts where kind = 'revenue' and user_id is null and (select count(*) from paid) > 0
          for no key update),
        legs as (
          select p.transaction_id, a.id as account_id, a.balance_fen, v.fen - p.fen as amount_fen, false as shared
          from paid p join accounts a on a.user_id = p.user_id and a.kind = 'cash'
          cross join lateral (select coalesce(sum(x.fen), 0)::bigint as fen from shares x where x.user_id = p.user_id) v
          where p.fen > v.fen
          union all
          select p.transaction_id, a.id, a.balance_fen, -v.fen, false
          from (select user_id, voucher_id, sum(fen)::bigint as fen from shares group by user_id, voucher_id) v
          join paid p on p.user_id = v.user_id join accounts a on a.voucher_id = v.voucher_id
          union all
          select p.transaction_id, r.id, r.balance_fen, p.fen, true from paid p cross join revenue r),
        entered as (
          insert into ledger_entries (transaction_id, account_id, amount_fen, balance_after_fen)
          select transaction_id, account_id, amount_fen,
            balance_fen + sum(amount_fen) over (partition by account_id order by transaction_id)
          from legs order by shared, account_id, transaction_id)
        select p.user_id, p.transaction_id from paid p join users u on u.id = p.user_id where u.master_id is not null`.execute(db)
      return new Map(rows.map((row) => [row.user_id, row.transaction_id]))
    },
  }
}
