import type { Insertable, Kysely, Selectable, SelectQueryBuilder, Updateable } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

interface OwnedRow {
  id: string
  user_id: string
  created_at: Date
}

/** Tables whose rows belong to one user. */
export type OwnedTable = { [T in keyof DB]: Selectable<DB[T]> extends OwnedRow ? T : never }[keyof DB]
/** User-owned tables that have certain columns. */
export type OwnedTableWith<Column extends string> = {
  [T in OwnedTable]: Column extends keyof DB[T] ? (Exclude<Column, keyof DB[T]> extends never ? T : never) : never
}[OwnedTable]

interface OwnedQuery {
  page: number
  page_size: number
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
  /** Text searched anywhere in these columns. */
  keyword?: { text: string; columns: readonly string[] } | undefined
  /** Exact values required of columns. */
  equal?: Readonly<Record<string, unknown>>
}

/** Kysely cannot handle a table given as a type parameter, so this file treats every owned table as this one. */
interface OwnedSchema {
  owned: OwnedRow & Record<string, unknown>
}

/** Common SQL for user-owned tables. Every statement filters by owner, so that other users' rows are invisible. */
export const ownedRowsRepo = <T extends OwnedTable>(db: Kysely<DB>, table: T) => {
  type Row = Selectable<DB[T]>
  const name = table as string as 'owned'
  const any = db as unknown as Kysely<OwnedSchema>
  const all = (userId: string) => any.selectFrom(name).where('user_id', '=', userId)
  const own = (userId: string, id: string) => all(userId).selectAll().where('id', '=', id)
  const matching = <Found>(rows: SelectQueryBuilder<OwnedSchema, 'owned', Found>, equal: Readonly<Record<string, unknown>>) =>
    Object.entries(equal).reduce((found, [column, value]) => found.where(column, '=', value), rows)
  const as = <Type>(found: unknown) => found as Type

  return {
    /** Newest first by default. */
    list: async (userId: string, { sort = 'created_at', keyword, equal = {}, ...query }: OwnedQuery) => {
      let rows = matching(all(userId).selectAll(), equal)
      if (keyword?.text) {
        const pattern = toLikePattern(keyword.text)
        rows = rows.where((eb) => eb.or(keyword.columns.map((column) => eb(column, 'ilike', pattern))))
      }
      const { order, ...page } = query
      return as<{ items: Row[]; total: number }>(await loadPage(rows, { ...page, ...(order && { order }) }, sort, 'id'))
    },
    find: async (userId: string, id: string) => as<Row | undefined>(await own(userId, id).executeTakeFirst()),
    lock: async (userId: string, id: string) => as<Row | undefined>(await own(userId, id).forNoKeyUpdate().executeTakeFirst()),
    /** Locks the owner until the transaction ends, so that concurrent transactions that lock him too cannot count or add rows. */
    lockOwner: async (userId: string): Promise<void> => {
      await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    },
    count: async (userId: string, equal: Partial<Row> = {}): Promise<number> => {
      const counted = matching(
        all(userId).select((eb) => eb.fn.countAll<bigint>().as('n')),
        equal,
      )
      return Number((await counted.executeTakeFirstOrThrow()).n)
    },
    insert: async (row: Insertable<DB[T]>) =>
      as<Row>(
        await any
          .insertInto(name)
          .values(row as Insertable<OwnedSchema['owned']>)
          .returningAll()
          .executeTakeFirstOrThrow(),
      ),
    update: async (userId: string, id: string, changes: Updateable<DB[T]>) => {
      const updated = any
        .updateTable(name)
        .set(changes as Updateable<OwnedSchema['owned']>)
        .where('user_id', '=', userId)
        .where('id', '=', id)
      return as<Row | undefined>(await updated.returningAll().executeTakeFirst())
    },
    /** Returns false if there is no such row. */
    remove: async (userId: string, id: string): Promise<boolean> => {
      const deleted = any.deleteFrom(name).where('user_id', '=', userId).where('id', '=', id)
      return (await deleted.executeTakeFirstOrThrow()).numDeletedRows === 1n
    },
    removeAll: async (userId: string): Promise<void> => {
      await any.deleteFrom(name).where('user_id', '=', userId).execute()
    },
  }
}
