import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { toMomentRange } from '#server/db/day-range.ts'
import { containsText, toLikePattern } from '#server/db/like.ts'
import { findByNumber, findUser } from '#server/db/numbers.ts'
import { loadLatePage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type OrderRow = Omit<Selectable<DB['orders']>, 'quoted'> & {
  instance_name: string | null
  refunded_fen: bigint
  /** Quote of a pending order. */
  quoted?: unknown
}

export interface OrderQuery extends PageQuery {
  sort?: 'created_at' | 'amount'
  keyword?: string
  status?: string
  kind?: string
  from?: string
  to?: string
}

/** Cash of an order that was refunded to the balance, as a select expression. */
const refundedFenSql = (orders: string) =>
  sql<bigint>`coalesce((select sum(r.cash_fen) from order_refunds r where r.order_id = ${sql.ref(`${orders}.id`)}), 0)::bigint`

/** Orders with the name of the purchase and the refunded cash. */
const selectOrdersWithNames = (db: Kysely<DB>) =>
  db
    .selectFrom('orders')
    .leftJoin('instances', 'instances.id', 'orders.instance_id')
    .selectAll('orders')
    .select(['instances.nick_name as instance_name', refundedFenSql('orders').as('refunded_fen')])

/** Orders of a list, by nothing but their own columns. */
function filterOrders(db: Kysely<DB>, query: OrderQuery) {
  const { since, until } = toMomentRange(query)
  let found = db.selectFrom('orders')
  if (query.status) found = found.where('orders.status', '=', query.status)
  if (query.kind) found = found.where('orders.kind', '=', query.kind)
  if (since) found = found.where('orders.created_at', '>=', since)
  if (until) found = found.where('orders.created_at', '<', until)
  return found
}

const toOrderSort = ({ sort }: OrderQuery): string => (sort === 'amount' ? 'orders.amount_fen' : 'orders.created_at')

/** All SQL of orders. User-facing reads filter by owner. */
export const ordersRepo = (db: Kysely<DB>) => {
  const joined = () => selectOrdersWithNames(db)
  return {
    list: async (userId: string, query: OrderQuery) => {
      let found = filterOrders(db, query).where('orders.user_id', '=', userId)
      const numbered = await findByNumber(db, 'orders', query.keyword)
      if (numbered) found = found.where('orders.id', 'in', numbered)
      else if (query.keyword)
        found = found.where(containsText(query.keyword, { names: ['orders.title'], numbers: ['orders.id'] }))
      return loadLatePage({ found, rows: joined(), id: ['orders.id'] }, query, toOrderSort(query))
    },
    /** Orders of all users, with their owner and the price version. */
    listAll: async (query: OrderQuery & { price_id?: string }) => {
      const rows = joined()
        .innerJoin('users as u', 'u.id', 'orders.user_id')
        .innerJoin('product_prices as v', 'v.id', 'orders.price_id')
        .select(['u.nickname', 'v.version as price_version'])
      let found = filterOrders(db, query)
      if (query.price_id) found = found.where('orders.price_id', '=', query.price_id)
      const { keyword } = query
      const numbered = await findByNumber(db, 'orders', keyword)
      const buyer = keyword && !numbered ? await findUser(db, keyword) : undefined
      if (numbered) found = found.where('orders.id', 'in', numbered)
      else if (buyer) found = found.where('orders.user_id', '=', buyer.id)
      else if (keyword) {
        const like = toLikePattern(keyword)
        found = found.where((eb) =>
          eb.or([
            containsText(keyword, { names: ['orders.title'], numbers: ['orders.id'] }),
            eb('orders.user_id', 'in', eb.selectFrom('users as u').where('u.nickname', 'ilike', like).select('u.id')),
            eb('orders.price_id', '=', keyword),
          ]),
        )
      }
      return loadLatePage({ found, rows, id: ['orders.id'] }, query, toOrderSort(query))
    },
    find: (userId: string, id: string) =>
      joined().where('orders.user_id', '=', userId).where('orders.id', '=', id).executeTakeFirst(),
    findAny: (id: string) => joined().where('orders.id', '=', id).executeTakeFirst(),
    /** Selects the order that was made from a quote; usually there is none. */
    selectByQuote: (userId: string, quoteId: string) =>
      db.selectFrom('orders').select(['id', 'status']).where('user_id', '=', userId).where('quote_id', '=', quoteId),
    /** Finds the order that created an instance; later purchases do not count. */
    findByInstance: (instanceId: string) =>
      db
        .selectFrom('orders')
        .selectAll()
        .where('instance_id', '=', instanceId)
        .where('kind', '=', 'create_instance')
        .executeTakeFirst(),
    /** Paid, unrefunded orders of an instance, newest first. */
    paidOf: (instanceId: string) =>
      db
        .selectFrom('orders')
        .selectAll()
        .where('instance_id', '=', instanceId)
        .where('status', 'in', ['paid', 'done'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    /** Locks the order, so that payment, cancellation and expiry run one at a time. */
    lock: (id: string) => db.selectFrom('orders').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    countPending: async (userId: string): Promise<number> => {
      const rows = db.selectFrom('orders').where('user_id', '=', userId).where('status', '=', 'pending')
      return Number((await rows.select((eb) => eb.fn.countAll<bigint>().as('n')).executeTakeFirstOrThrow()).n)
    },
    /** An insert to be executed. */
    buildInsert: (row: Insertable<DB['orders']>) => db.insertInto('orders').values(row),
    /** An update to be executed. */
    buildUpdate: (id: string, changes: Updateable<DB['orders']>) => db.updateTable('orders').set(changes).where('id', '=', id),
    /** Completes the paid order that created an instance; undefined if there is none. */
    completePaid: (instanceId: string) =>
      db
        .updateTable('orders')
        .set({ status: 'done' })
        .where('instance_id', '=', instanceId)
        .where('kind', '=', 'create_instance')
        .where('status', '=', 'paid')
        .returning(['id', 'user_id'])
        .executeTakeFirst(),
    setStatus: (id: string, status: string) => db.updateTable('orders').set({ status }).where('id', '=', id).execute(),
    /** Closes pending orders whose payment deadline has passed. */
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
