import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'
import { selectWaitingTransfers } from '#server/db/waiting-rows.ts'

interface BankTransferQuery extends PageQuery {
  status?: string
}

export type BankTransferRow = Selectable<DB['bank_transfers']>

/** The owner sees a transfer as under review until both reviewers have decided. */
const shownStatuses: Record<string, readonly string[]> = { pending: ['pending', 'confirmed'] }

/** All SQL for bank transfers. */
export const bankTransfersRepo = (db: Kysely<DB>) => {
  const reviewed = () =>
    db
      .selectFrom('bank_transfers as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .leftJoin('real_names as n', 'n.user_id', 't.user_id')
      .leftJoin('users as c', 'c.id', 't.confirmed_by')
      .leftJoin('users as d', 'd.id', 't.decided_by')
      .selectAll('t')
      .select(['u.nickname', 'u.invite_code', 'n.name_masked', 'c.nickname as confirmer', 'd.nickname as decider'])
  return {
    insert: (row: Insertable<DB['bank_transfers']>) =>
      db.insertInto('bank_transfers').values(row).returningAll().executeTakeFirstOrThrow(),
    update: (id: string, changes: Updateable<DB['bank_transfers']>) =>
      db.updateTable('bank_transfers').set(changes).where('id', '=', id).execute(),
    lockOwner: (userId: string) => db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute(),
    countOpen: async (userId: string): Promise<number> => {
      const { n } = await db
        .selectFrom('bank_transfers')
        .where('user_id', '=', userId)
        .where('status', 'in', ['pending', 'confirmed'])
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    find: (userId: string, id: string) =>
      db.selectFrom('bank_transfers').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst(),
    list: (userId: string, query: BankTransferQuery) => {
      const rows = db.selectFrom('bank_transfers').selectAll().where('user_id', '=', userId)
      const { status } = query
      return loadPage(status ? rows.where('status', 'in', shownStatuses[status] ?? [status]) : rows, query, 'created_at', 'id')
    },
    lock: (id: string) => db.selectFrom('bank_transfers').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    /** Finds the transfer already confirmed under this bank reference. */
    findByReference: (bankReference: string) =>
      db.selectFrom('bank_transfers').select('id').where('bank_reference', '=', bankReference).executeTakeFirst(),
    findAny: (id: string) => reviewed().where('t.id', '=', id).executeTakeFirst(),
    /** Lists the transfers of all users; `todo` selects those that wait for this operator. */
    listAll: (me: string, query: BankTransferQuery & { sort?: 'created_at' | 'amount'; keyword?: string; todo?: 'true' }) => {
      let rows = reviewed()
      if (query.todo) rows = rows.where(selectWaitingTransfers(me))
      if (query.status) rows = rows.where('t.status', '=', query.status)
      if (query.keyword) {
        const { keyword } = query
        const like = toLikePattern(keyword)
        rows = rows.where((eb) =>
          eb.or([
            eb('t.id', '=', keyword),
            eb('t.user_id', '=', keyword),
            eb('t.bank_reference', '=', keyword),
            eb('t.payer_name', 'ilike', like),
            eb('u.nickname', 'ilike', like),
            eb('u.invite_code', '=', keyword.replace(/^ZS/, '')),
          ]),
        )
      }
      return loadPage(rows, query, query.sort === 'amount' ? 't.amount_fen' : 't.created_at', 't.id')
    },
  }
}

export type ReviewedBankTransfer = NonNullable<Awaited<ReturnType<ReturnType<typeof bankTransfersRepo>['findAny']>>>
