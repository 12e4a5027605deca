import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { claimDueRow } from '#server/db/claim-due.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'
import { selectWaitingInvoices } from '#server/db/waiting-rows.ts'

export type InvoiceRow = Selectable<DB['invoices']>
export interface ListedInvoice extends InvoiceRow {
  nickname: string
  item_count: number
  /** Refunds of its orders that the invoice still includes, in fen. */
  beyond_fen: bigint
  /** Hash of the file an operator uploaded. */
  file_sha256: string | null
  file_replaced_at: Date | null
}
export type InvoiceItemRow = Selectable<DB['invoice_items']> & { nickname: string }

interface ListQuery {
  page: number
  page_size: number
  sort?: 'created_at' | 'amount'
  order?: 'asc' | 'desc'
  keyword?: string
  state?: string
  kind?: string
}

/** The part of an order's invoiced cash that has been refunded; metered usage is never refunded. */
const overInvoicedSql = sql<bigint>`greatest(0, n.amount_fen - (o.amount_fen - o.voucher_fen
  - coalesce((select sum(r.cash_fen) from order_refunds r where r.order_id = o.id), 0)))::bigint`

/** All SQL for invoices. Users read their own by `user_id`; operators read all. */
export const invoicesRepo = (db: Kysely<DB>) => {
  const listed = () =>
    db
      .selectFrom('invoices as i')
      .innerJoin('users as u', 'u.id', 'i.user_id')
      .leftJoin('invoice_files as f', 'f.invoice_id', 'i.id')
      .selectAll('i')
      .select([
        'u.nickname',
        'f.sha256 as file_sha256',
        'f.replaced_at as file_replaced_at',
        sql<number>`(select count(*)::int from invoice_items n where n.invoice_id = i.id)`.as('item_count'),
        sql<bigint>`(select coalesce(sum(${overInvoicedSql}), 0)::bigint from invoice_items n join orders o on n.item = 'order:' || o.id
          where n.invoice_id = i.id and n.live)`.as('beyond_fen'),
      ])
  const narrowed = ({ keyword, state, kind }: ListQuery) => {
    let rows = listed()
    if (state) rows = rows.where('i.state', '=', state)
    if (kind) rows = rows.where('i.kind', '=', kind)
    if (keyword)
      rows = rows.where((eb) =>
        eb.or([
          eb('i.id', '=', keyword),
          eb('i.number', '=', keyword),
          eb('i.user_id', '=', keyword),
          eb(sql`i.title ->> 'name'`, 'ilike', toLikePattern(keyword)),
        ]),
      )
    return rows
  }
  const sortOf = ({ sort }: ListQuery) => (sort === 'amount' ? 'i.amount_fen' : 'i.created_at')
  return {
    list: (userId: string, query: ListQuery): Promise<{ items: ListedInvoice[]; total: number }> =>
      loadPage(narrowed(query).where('i.user_id', '=', userId), query, sortOf(query), 'i.id'),
    /** Lists invoices for operators; `todo` selects those that wait for an operator. */
    queue: (query: ListQuery & { todo?: 'true' }): Promise<{ items: ListedInvoice[]; total: number }> => {
      let rows = narrowed(query)
      if (query.todo) rows = rows.where(selectWaitingInvoices)
      return loadPage(rows, query, sortOf(query), 'i.id')
    },
    find: (id: string): Promise<ListedInvoice | undefined> => listed().where('i.id', '=', id).executeTakeFirst(),
    lock: (id: string) => db.selectFrom('invoices').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    insert: (row: Insertable<DB['invoices']>) => db.insertInto('invoices').values(row).execute(),
    update: (id: string, changes: Updateable<DB['invoices']>) =>
      db.updateTable('invoices').set(changes).where('id', '=', id).execute(),
    /** Tells whether another invoice has this number. */
    hasNumber: async (number: string, id: string): Promise<boolean> => {
      const found = await db
        .selectFrom('invoices')
        .select('id')
        .where((eb) => eb.or([eb.and([eb('number', '=', number), eb('id', '!=', id)]), eb('red_number', '=', number)]))
        .executeTakeFirst()
      return found !== undefined
    },
    insertItems: (rows: readonly Insertable<DB['invoice_items']>[]) => db.insertInto('invoice_items').values(rows).execute(),
    items: (invoiceId: string): Promise<InvoiceItemRow[]> =>
      db
        .selectFrom('invoice_items as n')
        .innerJoin('users as u', 'u.id', 'n.user_id')
        .selectAll('n')
        .select('u.nickname')
        .where('n.invoice_id', '=', invoiceId)
        .orderBy('n.at')
        .orderBy('n.item')
        .execute(),
    addEvent: (row: Insertable<DB['invoice_events']>) => db.insertInto('invoice_events').values(row).execute(),
    events: (invoiceId: string) =>
      db.selectFrom('invoice_events').selectAll().where('invoice_id', '=', invoiceId).orderBy('id').execute(),
    /** Sums the fen on a user's live invoices that were refunded since. */
    beyondOf: async (userId: string): Promise<bigint> => {
      const { fen } = await db
        .selectFrom('invoice_items as n')
        .innerJoin('invoices as i', 'i.id', 'n.invoice_id')
        .innerJoin('orders as o', (join) => join.on(sql<boolean>`n.item = 'order:' || o.id`))
        .where('i.user_id', '=', userId)
        .where('n.live', '=', true)
        .select(sql<bigint>`coalesce(sum(${overInvoicedSql}), 0)::bigint`.as('fen'))
        .executeTakeFirstOrThrow()
      return fen
    },
    /** Lists invoices to end because one of their orders was refunded. */
    refunded: async (): Promise<string[]> => {
      const rows = await db
        .selectFrom('order_refunds as r')
        .innerJoin('orders as o', 'o.id', 'r.order_id')
        .innerJoin('invoice_items as n', (join) => join.on(sql<boolean>`n.item = 'order:' || o.id`))
        .innerJoin('invoices as i', 'i.id', 'n.invoice_id')
        .where('n.live', '=', true)
        .where('i.state', 'in', ['pending', 'issued'])
        .where(sql<boolean>`${overInvoicedSql} > 0`)
        .select('i.id')
        .distinct()
        .execute()
      return rows.map(({ id }) => id)
    },
    /** Returns when the first invoice or mail is due. */
    firstDue: async (): Promise<Date | null> => {
      const { rows } = await sql<{ at: Date | null }>`
        select least((select min(due_at) from invoices), (select min(due_at) from invoice_mails)) as at`.execute(db)
      return rows[0]!.at
    },
    claim: (now: Date, until: Date) => claimDueRow(db, 'invoices', now, until),
  }
}
