import type { Insertable, Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL of the help centre. */
export const helpRepo = (db: Kysely<DB> | Transaction<DB>) => ({
  all: () =>
    db
      .selectFrom('help_articles as a')
      .innerJoin('users as u', 'u.id', 'a.changed_by')
      .select(['a.slug', 'a.visible', 'a.changed_at', 'u.nickname as changed_by'])
      .execute(),
  hidden: async () => {
    const rows = await db.selectFrom('help_articles').select('slug').where('visible', '=', false).execute()
    return rows.map(({ slug }) => slug)
  },
  set: (row: Insertable<DB['help_articles']>) =>
    db
      .insertInto('help_articles')
      .values(row)
      .onConflict((conflict) => conflict.column('slug').doUpdateSet(row))
      .execute(),
})
