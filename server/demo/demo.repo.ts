import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

type SeededTable =
  | 'regions'
  | 'products'
  | 'product_prices'
  | 'images'
  | 'image_shares'
  | 'community_images'
  | 'community_image_tags'
  | 'community_image_versions'
  | 'data_sets'
  | 'data_set_tags'
  | 'data_set_versions'
  | 'data_set_files'
  | 'projects'
  | 'invoice_titles'
  | 'invoice_emails'
  | 'llm_models'
  | 'llm_prices'

/** All SQL for the demo data; inserts skip existing rows. */
export const demoRepo = (db: Kysely<DB>) => ({
  isEmpty: async () => (await db.selectFrom('regions').select('id').limit(1).execute()).length === 0,
  models: async () =>
    db
      .selectFrom('gpus as g')
      .innerJoin('hosts as h', 'h.id', 'g.host_id')
      .select(['h.region_id', 'g.model'])
      .where('h.region_id', 'is not', null)
      .$narrowType<{ region_id: string }>()
      .distinct()
      .orderBy('h.region_id')
      .orderBy('g.model')
      .execute(),
  hostShare: (regionId: string, model: string) =>
    db
      .selectFrom('hosts as h')
      .innerJoin('gpus as g', 'g.host_id', 'h.id')
      .where('h.region_id', '=', regionId)
      .where('g.model', '=', model)
      .groupBy('h.id')
      .select(['h.cpu', 'h.memory_gb', (eb) => eb.fn.countAll<bigint>().as('cards')])
      .executeTakeFirstOrThrow(),
  productsOf: async (models: readonly string[]): Promise<string[]> =>
    (await db.selectFrom('products').select('id').where('gpu_model', 'in', models).orderBy('sort').execute()).map(({ id }) => id),
  userByPhone: (phone: string) =>
    db.selectFrom('users').select(['id', 'password_hash']).where('phone', '=', phone).executeTakeFirstOrThrow(),
  usersByPhone: (phones: readonly string[]) =>
    db.selectFrom('users').select(['phone', 'password_hash']).where('phone', 'in', phones).execute(),
  inviteUser: (id: string, invitedBy: string) =>
    db.updateTable('users').set({ invited_by: invitedBy }).where('id', '=', id).execute(),
  userId: async (phone: string): Promise<string> =>
    (await db.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()).id,
  anyPriceId: async (): Promise<string> =>
    (await db.selectFrom('product_prices').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id,
  baseImages: () => db.selectFrom('images').selectAll().where('kind', '=', 'base').execute(),
  insert: <T extends SeededTable>(table: T, rows: readonly Insertable<DB[T]>[]) =>
    db
      .insertInto(table)
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  publishDataSet: (versionId: string, publishedAt: Date) =>
    db
      .updateTable('data_set_versions')
      .set({ state: 'published', published_at: publishedAt })
      .where('id', '=', versionId)
      .execute(),
  insertUser: (row: Insertable<DB['users']>) => db.insertInto('users').values(row).execute(),
})
