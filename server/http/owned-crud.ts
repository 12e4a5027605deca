import type { AnyCrud } from '#contract/crud.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type OwnedTable, type OwnedTableWith, ownedRowsRepo } from '#server/db/owned-rows.ts'
import type { Context } from '#server/http/context.ts'
import { type Handlers, type HttpDeps, mountEndpoints } from '#server/http/mount.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/** Default export of a `.crud.ts` file: a `crud()` resource with its table, ready to be served. */
export interface OwnedCrud {
  readonly crud: AnyCrud
  readonly table: OwnedTable
  mount(http: HttpDeps): void
}

type RowBody = Readonly<Record<string, unknown>>
type FieldColumn<C> = C extends { fields: infer F } ? keyof F & string : never

interface OwnedCrudOptions<C> {
  /** Must have `id`, `user_id`, `created_at` and one column per field. */
  table: OwnedTableWith<FieldColumn<C>>
  /** Called before a row is created or updated, under the owner's lock; throws a `Refusal`. `id` is set on update. */
  check?: (tx: Tx, asked: { userId: string; body: RowBody; id?: string }) => Promise<void>
}

/** Serves a user-owned resource: paging, sort, filters, keyword, limit. The SQL is in db/owned-rows.ts. */
export function ownedCrud<C extends AnyCrud>(crud: C, { table, check }: OwnedCrudOptions<C>): OwnedCrud {
  const shown = ['id', ...Object.keys(crud.fields), 'created_at']
  /** Reduces a row to the contract's fields, in JSON form. */
  const present = (row: RowBody) =>
    Object.fromEntries(shown.map((key) => [key, row[key] instanceof Date ? row[key].toISOString() : row[key]]))
  const found = (row: object | undefined) => {
    if (!row) throw new Refusal('not_found')
    return present(row as RowBody)
  }
  const stored = (body: RowBody) => body as never // the columns of `table` match the fields

  const handlers = {
    list: async ({ deps, caller }: Context, { query }: { query: RowBody }) => {
      const { page, page_size: pageSize, sort, order, count: _, keyword, ...equal } = query as never as OwnedListQuery
      const { items, total } = await ownedRowsRepo(deps.database.kysely, table).list(caller.user_id, {
        ...{ page, page_size: pageSize, sort, order },
        keyword: keyword === undefined ? undefined : { text: keyword, columns: crud.keyword },
        equal: Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined)),
      })
      return { items: items.map((row) => present(row)), total }
    },
    get: async ({ deps, caller }: Context, { params }: { params: ById }) =>
      found(await ownedRowsRepo(deps.database.kysely, table).find(caller.user_id, params.id)),
    create: ({ caller: { user_id: userId }, transaction }: Context, { body }: { body: RowBody }) =>
      transaction(async (tx) => {
        const rows = ownedRowsRepo(tx.db, table)
        // two concurrent inserts must not both take the last free place
        await rows.lockOwner(userId)
        if ((await rows.count(userId)) >= crud.max) {
          const message = `${crud.label}最多 ${crud.max} ${crud.measure}，请先删除不用的`
          throw new Refusal('too_many', { message })
        }
        await check?.(tx, { userId, body })
        const id = newId(crud.noun.replaceAll('_', '-'))
        return present(await rows.insert(stored({ ...body, id, user_id: userId, created_at: tx.now() })))
      }),
    update: ({ caller: { user_id: userId }, transaction }: Context, { params, body }: { params: ById; body: RowBody }) =>
      transaction(async (tx) => {
        const rows = ownedRowsRepo(tx.db, table)
        if (check) {
          await rows.lockOwner(userId)
          if (!(await rows.lock(userId, params.id))) throw new Refusal('not_found')
          await check(tx, { userId, body, id: params.id })
        }
        return found(await rows.update(userId, params.id, stored(body)))
      }),
    remove: ({ caller, transaction }: Context, { params }: { params: ById }) =>
      transaction(async (tx) => {
        if (!(await ownedRowsRepo(tx.db, table).remove(caller.user_id, params.id))) throw new Refusal('not_found')
        return null
      }),
  }
  return {
    crud,
    table,
    mount: (http) =>
      mountEndpoints<Record<string, Endpoint>>(
        http,
        crud.group,
        crud.endpoints,
        handlers as never as Handlers<Record<string, Endpoint>>,
      ),
  }
}

interface ById {
  id: string
}
interface OwnedListQuery {
  page: number
  page_size: number
  sort?: string
  order?: 'asc' | 'desc'
  /** Not needed: no owner has so many rows. */
  count?: 'exact'
  keyword?: string
}
