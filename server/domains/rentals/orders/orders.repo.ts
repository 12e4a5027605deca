import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { toMomentRange } from '#server/db/day-range.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type OrderRow = Omit<Selectable<DB['orders']>, 'quoted'> & {
  instance_name: string | null
  refunded_fen: bigint
  /** Of one that waits for its money. */
  quoted?: unknown
}

export interface OrderQuery {
  page: number
  page_size: number
  sort?: 'created_at' | 'amount'
  order?: 'asc' | 'desc'
  keyword?: string
  status?: string
  kind?: string
  from?: string
  to?: string
}

/** What of an order has come back to the balance, beside its other columns. */
const refundedFenSql = (orders: string) =>
  sql<bigint>`coalesce((select sum(r.cash_fen) from order_refunds r where r.order_id = ${sql.ref(`${orders}.id`)}), 0)::bigint`

/** Orders with the name of what was bought and what has come back to the balance. */
const selectOrdersWithNames = (db: Kysely<DB>) =>
  db
    .selectFrom('orders')
    .leftJoin('instances', 'instances.id', 'orders.instance_id')
    .selectAll('orders')
    .select(['instances.nick_name as instance_name', refundedFenSql('orders').as('refunded_fen')])

/** All SQL of orders. Reads name the owner. */
export const ordersRepo = (db: Kysely<DB>) => {
  const joined = () => selectOrdersWithNames(db)
  return {
    list: (userId: string, query: OrderQuery) => {
      const { since, until } = toMomentRange(query)
      let rows = joined().where('orders.user_id', '=', userId)
      if (query.status) rows = rows.where('orders.status', '=', query.status)
      if (query.kind) rows = rows.where('orders.kind', '=', query.kind)
      if (since) rows = rows.where('orders.created_at', '>=', since)
      if (until) rows = rows.where('orders.created_at', '<', until)
      if (query.keyword) {
        const like = toLikePattern(query.keyword)
        rows = rows.where((eb) => eb.or([eb('orders.title', 'ilike', like), eb('orders.id', 'ilike', like)]))
      }
      return loadPage(rows, query, query.sort === 'amount' ? 'orders.amount_fen' : 'orders.created_at', 'orders.id')
    },
    /** Orders of everybody, with who placed them and the price version they were sold at. */
    listAll: (query: OrderQuery & { price_id?: string }) => {
      const { since, until } = toMomentRange(query)
      let rows = joined()
        .innerJoin('users as u', 'u.id', 'orders.user_id')
        .innerJoin('product_prices as v', 'v.id', 'orders.price_id')
        .select(['u.nickname', 'v.version as price_version'])
      if (query.status) rows = rows.where('orders.status', '=', query.status)
      if (query.kind) rows = rows.where('orders.kind', '=', query.kind)
      if (query.price_id) rows = rows.where('orders.price_id', '=', query.price_id)
      if (since) rows = rows.where('orders.created_at', '>=', since)
      if (until) rows = rows.where('orders.created_at', '<', until)
      if (query.keyword) {
        const like = toLikePattern(query.keyword)
        rows = rows.where((eb) =>
          eb.or([
            eb('orders.id', 'ilike', like),
            eb('orders.title', 'ilike', like),
            eb('u.nickname', 'ilike', like),
            eb('orders.user_id', '=', query.keyword!),
            eb('orders.price_id', '=', query.keyword!),
          ]),
        )
      }
      return loadPage(rows, query, query.sort === 'amount' ? 'orders.amount_fen' : 'orders.created_at', 'orders.id')
    },
    find: (userId: string, id: string) =>
      joined().where('orders.user_id', '=', userId).where('orders.id', '=', id).executeTakeFirst(),
    findAny: (id: string) => joined().where('orders.id', '=', id).executeTakeFirst(),
    /** Nearly always there is none, so that asking for its id alone costs least. */
    findByQuote: async (userId: string, quoteId: string): Promise<OrderRow | undefined> => {
      const made = db.selectFrom('orders').select('id').where('user_id', '=', userId).where('quote_id', '=', quoteId)
      const row = await made.executeTakeFirst()
      return row && (await joined().where('orders.id', '=', row.id).executeTakeFirstOrThrow())
    },
    /** The order an instance was made with; what was bought for it later is not meant. */
    findByInstance: (instanceId: string) =>
      db
        .selectFrom('orders')
        .selectAll()
        .where('instance_id', '=', instanceId)
        .where('kind', '=', 'create_instance')
        .executeTakeFirst(),
    /** Orders of an instance that were paid and not given back, newest first. */
    paidOf: (instanceId: string) =>
      db
        .selectFrom('orders')
        .selectAll()
        .where('instance_id', '=', instanceId)
        .where('status', 'in', ['paid', 'done'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    /** Under its lock, so that paying, cancelling and its time being over go one after the other. */
    lock: (id: string) => db.selectFrom('orders').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    countPending: async (userId: string): Promise<number> => {
      const rows = db.selectFrom('orders').where('user_id', '=', userId).where('status', '=', 'pending')
      return Number((await rows.select((eb) => eb.fn.countAll<bigint>().as('n')).executeTakeFirstOrThrow()).n)
    },
    insert: (row: Insertable<DB['orders']>) => db.insertInto('orders').values(row).execute(),
    update: (id: string, changes: Updateable<DB['orders']>) =>
      db.updateTable('orders').set(changes).where('id', '=', id).execute(),
    setStatus: (id: string, status: string) => db.updateTable('orders').set({ status }).where('id', '=', id).execute(),
    /** Closes what nobody paid in time. */
    closeExpired: (now: Date) =>
      db
        .updateTable('orders')
        .set({ status: 'cancelled', closed_by: 'time', closed_at: now })
        .where('status', '=', 'pending')
        .where('expires_at', '<=', now)
        .returning(['id', 'user_id'])
        .execute(),
  }
}
