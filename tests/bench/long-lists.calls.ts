import { type RawBuilder, sql } from 'kysely'
import { dayMs } from '#contract/day.ts'
import type { LongListsWorld } from '#tests/bench/long-lists.world.ts'

/** One call and the plainest statement that finds the same rows by an index. */
export interface ListCall {
  path: string
  by: 'owner' | 'operator'
  bare: RawBuilder<unknown>
  /** The call for nothing: what all else costs. The same for an account without rows if left out. */
  empty?: string
}

export const listRows = Number(process.env.LIST_ROWS ?? 1_000_000)
const tenth = listRows / 10
const pageSize = 50

const pages = (path: string, count: number, bare: (offset: number) => RawBuilder<unknown>, call: Partial<ListCall> = {}) =>
  [1, Math.ceil(count / pageSize / 2), Math.ceil(count / pageSize)].map(
    (page): ListCall => ({
      by: 'owner',
      path: `${path}?page_size=${pageSize}&page=${page}`,
      bare: bare((page - 1) * pageSize),
      ...call,
    }),
  )

/** A deep page is compared with the walk to it along the index alone, which no statement by page number can avoid. */
export function planListCalls({ owner, people, clock }: Pick<LongListsWorld, 'owner' | 'people' | 'clock'>): ListCall[] {
  const cash = sql`(select id from accounts where user_id = ${owner.id} and kind = 'cash')`
  const living = sql`user_id = ${owner.id} and released_at is null`
  const one = sql`select 1 from users where id = ${owner.id}`
  const spentByInstance = sql`
    select instance_id, sum(cash_fen) from consumption_lines where user_id = ${owner.id} group by 1 order by 2 desc limit 8`
  const statuses = sql`select status, desired, count(*) from instances where ${living} group by 1, 2`
  const nobody = people[1]!.id
  const since = new Date(clock.now().getTime() - 30 * dayMs)
  const asOwner = (path: string, bare: RawBuilder<unknown>): ListCall => ({ by: 'owner', path, bare })
  const asOperator = (path: string, bare: RawBuilder<unknown>, empty = '/api/v1/operator/banner/list'): ListCall => ({
    by: 'operator',
    path,
    bare,
    empty,
  })
  const ofNobody = (path: string, filter: string) => ({ by: 'operator', empty: `${path}?${filter}=${nobody}` }) as const
  return [
    ...pages(
      '/api/v1/wallet/entry/list',
      listRows,
      (offset) => sql`select id from ledger_entries where account_id = ${cash} order by id desc limit 50 offset ${offset}`,
    ),
    asOwner('/api/v1/wallet/entry/sum', one),
    asOwner('/api/v1/wallet', one),
    asOwner('/api/v1/overview', statuses),
    asOwner('/api/v1/burn', statuses),
    asOwner('/api/v1/release_countdown', one),
    ...pages(
      '/api/v1/instance/list',
      tenth,
      (offset) => sql`select created_at from instances where ${living} order by created_at desc limit 50 offset ${offset}`,
    ),
    asOwner(
      `/api/v1/instance/list?page_size=50&keyword=${encodeURIComponent('训练 99')}`,
      // also how many there are
      sql`select count(*) from (select from instances where ${living} and nick_name like '%训练 99%' limit 10001) c`,
    ),
    asOwner(
      '/api/v1/instance/list?page_size=50&sort=nick_name',
      sql`select * from instances where ${living} order by nick_name limit 50`,
    ),
    ...pages(
      '/api/v1/order/list',
      tenth,
      (offset) =>
        sql`select created_at from orders where user_id = ${owner.id} order by created_at desc limit 50 offset ${offset}`,
    ),
    ...pages(
      '/api/v1/notification/list',
      tenth,
      (offset) =>
        sql`select created_at from notifications where user_id = ${owner.id} and deleted_at is null order by created_at desc limit 50 offset ${offset}`,
    ),
    ...pages(
      '/api/v1/consumption/list',
      listRows,
      (offset) =>
        sql`select day, key from consumption_lines where user_id = ${owner.id} order by day desc, key desc limit 50 offset ${offset}`,
    ),
    ...(
      [
        ['/api/v1/instance/list', 'gpu-long-1999', sql`select id from instances where id = 'gpu-long-1999'`],
        ['/api/v1/instance/list', 'long-1999', sql`select id from instances where id = 'gpu-long-1999'`],
        ['/api/v1/order/list', 'order-long-1999', sql`select id from orders where id = 'order-long-1999'`],
        ['/api/v1/wallet/entry/list', 'gpu-long-1999', sql`select id from ledger_transactions where ref = 'gpu-long-1999'`],
      ] as const
    ).map(([path, keyword, bare]) => asOwner(`${path}?page_size=50&keyword=${keyword}`, bare)),
    asOwner('/api/v1/consumption/sum', one),
    asOwner('/api/v1/consumption/overview', spentByInstance),
    asOwner('/api/v1/consumption/daily', spentByInstance),
    asOwner('/api/v1/what_if', spentByInstance),
    asOwner(
      '/api/v1/consumption/subject',
      sql`select * from instances where user_id = ${owner.id} order by created_at desc, id desc limit 500`,
    ),
    asOwner(
      '/api/v1/invoice/invoiceable',
      sql`select day, sum(minus_fen) from account_days where account_id = ${cash} and kind = 'usage' group by 1`,
    ),
    asOwner(
      '/api/v1/notification/unreaded_count',
      sql`select count(*) from notifications where user_id = ${owner.id} and deleted_at is null and read_at is null`,
    ),
    ...pages(
      '/api/v1/operator/ledger_entry/list',
      2 * listRows,
      (offset) => sql`select id from ledger_entries order by id desc limit 50 offset ${offset}`,
      ofNobody('/api/v1/operator/ledger_entry/list', 'keyword'),
    ),
    {
      ...asOperator(
        '/api/v1/operator/ledger_entry/list?page_size=50&keyword=gpu-long-1999',
        sql`select id from ledger_transactions where ref = 'gpu-long-1999'`,
      ),
      ...ofNobody('/api/v1/operator/ledger_entry/list', 'keyword'),
    },
    asOperator('/api/v1/operator/ledger_entry/sum', one),
    ...pages(
      '/api/v1/operator/instance/list',
      tenth,
      (offset) =>
        sql`select created_at from instances where released_at is null order by created_at desc limit 50 offset ${offset}`,
      ofNobody('/api/v1/operator/instance/list', 'user_id'),
    ),
    ...pages(
      '/api/v1/operator/order/list',
      tenth,
      (offset) => sql`select created_at from orders order by created_at desc limit 50 offset ${offset}`,
      ofNobody('/api/v1/operator/order/list', 'keyword'),
    ),
    asOperator(
      '/api/v1/operator/user/list?page_size=50',
      sql`select user_id, status, count(*) from instances where released_at is null group by 1, 2`,
    ),
    ...['host', 'product', 'region'].map((kind) =>
      asOperator(
        `/api/v1/operator/${kind}/list`,
        sql`select ${sql.ref(`${kind}_id`)}, count(*) from instances where released_at is null group by 1`,
      ),
    ),
    asOperator('/api/v1/operator/panel/money', one),
    asOperator('/api/v1/operator/panel/stock', sql`select status, count(*) from instances where released_at is null group by 1`),
    asOperator(
      '/api/v1/operator/panel/trend/money?days=30',
      sql`select (at + interval '8 hours')::date, sum(fen) from usage_charges where at >= ${since} group by 1`,
    ),
  ]
}
