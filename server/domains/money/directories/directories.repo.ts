import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import type { DirectoryKind } from '#contract/directories.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

interface Query {
  page: number
  page_size: number
  sort?: 'created_at' | 'name'
  order?: 'asc' | 'desc'
  keyword?: string
  kind?: DirectoryKind
}

interface Rule {
  group: string
  project_id: string
}

export type DirectoryView = NonNullable<Awaited<ReturnType<ReturnType<typeof directoriesRepo>['view']>>>

/** All SQL for the directories of organisations and for which of their groups belong to which project. */
export const directoriesRepo = (db: Kysely<DB>) => {
  const views = () =>
    db
      .selectFrom('directories as d')
      .innerJoin('users as m', 'm.id', 'd.master_id')
      .selectAll('d')
      .select([
        'm.nickname',
        'm.phone',
        sql<number>`(select count(*)::int from directory_people p where p.directory_id = d.id and p.left_at is null)`.as(
          'people',
        ),
        sql<number>`(select count(*)::int from directory_groups g where g.directory_id = d.id)`.as('rules'),
      ])
  return {
    page: ({ keyword, kind, sort = 'created_at', ...query }: Query) => {
      let rows = views()
      if (kind) rows = rows.where('d.kind', '=', kind)
      if (keyword) {
        const like = toLikePattern(keyword)
        rows = rows.where((eb) =>
          eb.or([
            eb('d.name', 'ilike', like),
            eb('d.slug', 'ilike', like),
            eb('m.nickname', 'ilike', like),
            eb('m.phone', '=', keyword),
          ]),
        )
      }
      return loadPage(rows, query, `d.${sort}`, 'd.id')
    },
    view: (id: string) => views().where('d.id', '=', id).executeTakeFirst(),
    ofMaster: (masterId: string) => views().where('d.master_id', '=', masterId).orderBy('d.created_at').orderBy('d.id').execute(),
    listed: () =>
      db
        .selectFrom('directories')
        .select(['slug', 'name', 'kind'])
        .where('enabled', '=', true)
        .where('listed', '=', true)
        .orderBy('name')
        .orderBy('id')
        .execute(),
    anyOpen: async (): Promise<boolean> =>
      (await db.selectFrom('directories').select('id').where('enabled', '=', true).limit(1).executeTakeFirst()) !== undefined,
    findOpen: (slug: string) =>
      db.selectFrom('directories').selectAll().where('slug', '=', slug).where('enabled', '=', true).executeTakeFirst(),
    find: (id: string) => db.selectFrom('directories').selectAll().where('id', '=', id).executeTakeFirst(),
    /** Locks the directory until the transaction ends, so that its people are admitted one at a time. */
    lock: (id: string) => db.selectFrom('directories').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    /** Whether the organisation may have people: its master account is neither frozen nor closed. */
    isMasterOpen: async (id: string): Promise<boolean> =>
      (await db
        .selectFrom('users')
        .select('id')
        .where('id', '=', id)
        .where('frozen_at', 'is', null)
        .where('closed_at', 'is', null)
        .executeTakeFirst()) !== undefined,
    findMaster: (phone: string) =>
      db
        .selectFrom('users')
        .select('id')
        .where('phone', '=', phone)
        .where('account_type', '=', 'main')
        .where('role', '=', 'user')
        .executeTakeFirst(),
    /** Returns false if another directory has the slug. */
    insert: async (row: Insertable<DB['directories']>): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('directories')
        .values(row)
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
    isSlugTaken: async (slug: string, id: string): Promise<boolean> =>
      (await db.selectFrom('directories').select('id').where('slug', '=', slug).where('id', '<>', id).executeTakeFirst()) !==
      undefined,
    update: (id: string, changes: Updateable<DB['directories']>) =>
      db.updateTable('directories').set(changes).where('id', '=', id).execute(),
    rules: (id: string): Promise<Rule[]> =>
      db
        .selectFrom('directory_groups')
        .select(['group_name as group', 'project_id'])
        .where('directory_id', '=', id)
        .orderBy('position')
        .execute(),
    replaceRules: async (id: string, rules: readonly Rule[]): Promise<void> => {
      await db.deleteFrom('directory_groups').where('directory_id', '=', id).execute()
      if (rules.length === 0) return
      await db
        .insertInto('directory_groups')
        .values(
          rules.map(({ group, project_id: projectId }, position) => ({
            directory_id: id,
            position,
            group_name: group,
            project_id: projectId,
          })),
        )
        .execute()
    },
    /** Returns the directories whose people were last looked through before a time, the longest ago first. */
    dueForSweep: (before: Date) =>
      db
        .selectFrom('directories')
        .selectAll()
        .where('enabled', '=', true)
        .where((eb) => eb.or([eb('kind', '=', 'ldap'), eb('absent_days', 'is not', null)]))
        .where((eb) => eb.or([eb('swept_at', 'is', null), eb('swept_at', '<', before)]))
        .orderBy(sql`swept_at asc nulls first`)
        .orderBy('id')
        .execute(),
  }
}
