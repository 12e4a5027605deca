import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type BannerRow = Selectable<DB['banners']>

/** All SQL for banners and site texts. */
export const siteContentRepo = (db: Kysely<DB>) => ({
  shown: (now: Date): Promise<BannerRow[]> =>
    db
      .selectFrom('banners')
      .selectAll()
      .where((eb) => eb.or([eb('visible_from', 'is', null), eb('visible_from', '<=', now)]))
      .where((eb) => eb.or([eb('visible_to', 'is', null), eb('visible_to', '>', now)]))
      .orderBy('position')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  page: (query: { page: number; page_size: number; order?: 'asc' | 'desc'; keyword?: string }) => {
    const { keyword } = query
    let rows = db.selectFrom('banners').selectAll()
    if (keyword)
      rows = rows.where((eb) =>
        eb.or([eb('title', 'ilike', toLikePattern(keyword)), eb('text', 'ilike', toLikePattern(keyword))]),
      )
    return loadPage(rows, { ...query, order: query.order ?? 'asc' }, 'position', 'id')
  },
  find: (id: string): Promise<BannerRow | undefined> =>
    db.selectFrom('banners').selectAll().where('id', '=', id).executeTakeFirst(),
  lock: (id: string): Promise<BannerRow | undefined> =>
    db.selectFrom('banners').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
  insert: (row: Insertable<DB['banners']>) => db.insertInto('banners').values(row).execute(),
  update: (id: string, changes: Updateable<DB['banners']>) =>
    db.updateTable('banners').set(changes).where('id', '=', id).execute(),
  remove: (id: string) => db.deleteFrom('banners').where('id', '=', id).execute(),
  text: (key: 'home_message') => db.selectFrom('site_texts').selectAll().where('key', '=', key).executeTakeFirst(),
  setText: (key: 'home_message', text: string, updatedAt: Date) =>
    db
      .insertInto('site_texts')
      .values({ key, text, updated_at: updatedAt })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ text, updated_at: updatedAt }))
      .execute(),
  dropText: (key: 'home_message') => db.deleteFrom('site_texts').where('key', '=', key).execute(),
})
