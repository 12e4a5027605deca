import { type Insertable, type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { operatorOriginals } from '#contract/operator/originals.ts'
import type { OriginalCandidate, OriginalKind, OriginalState, originals } from '#contract/originals.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

type OwnQuery = z.output<(typeof originals)['list']['query']>
type AllQuery = z.output<(typeof operatorOriginals)['list']['query']>
export type OriginalRow = NonNullable<Awaited<ReturnType<ReturnType<typeof originalsRepo>['find']>>>

/** Tables of each kind of entry. */
const kindTables = {
  image: { entries: 'community_images', versions: 'community_image_versions', key: 'community_image_id' },
  data_set: { entries: 'data_sets', versions: 'data_set_versions', key: 'data_set_id' },
} as const

/** All SQL for applications for the badge 原创. */
export const originalsRepo = (db: Kysely<DB>) => {
  const rows = () =>
    db
      .selectFrom('originals as o')
      .innerJoin('users as u', 'u.id', 'o.user_id')
      .leftJoin('community_images as c', 'c.id', 'o.community_image_id')
      .leftJoin('data_sets as d', 'd.id', 'o.data_set_id')
      .leftJoin('users as r', 'r.id', 'o.decided_by')
      .select([
        'o.id',
        'o.user_id',
        'o.statement',
        'o.links',
        'o.state',
        'o.reason',
        'o.created_at',
        'o.decided_at',
        'o.decided_by',
      ])
      .select(['u.nickname', 'r.nickname as decider'])
      .select([
        sql<OriginalKind>`case when o.community_image_id is null then 'data_set' else 'image' end`.as('kind'),
        sql<string>`coalesce(o.community_image_id, o.data_set_id)`.as('entry_id'),
        sql<string>`coalesce(c.name, d.name)`.as('entry_name'),
      ])
  const narrowed = (query: { state?: OriginalState | undefined; kind?: OriginalKind | undefined }) => {
    let found = rows()
    if (query.state) found = found.where('o.state', '=', query.state)
    if (query.kind) found = found.where(query.kind === 'image' ? 'o.community_image_id' : 'o.data_set_id', 'is not', null)
    return found
  }
  return {
    list: (userId: string, query: OwnQuery) =>
      loadPage(narrowed(query).where('o.user_id', '=', userId), query, 'o.created_at', 'o.id'),
    listAll: (query: AllQuery) => {
      let found = narrowed(query)
      if (query.keyword) {
        const like = toLikePattern(query.keyword)
        found = found.where((eb) =>
          eb.or([eb('c.name', 'ilike', like), eb('d.name', 'ilike', like), eb('u.nickname', 'ilike', like)]),
        )
      }
      // The longest-waiting application comes first.
      const order = query.order ?? (query.state === 'pending' ? 'asc' : 'desc')
      return loadPage(found, { ...query, order }, 'o.created_at', 'o.id')
    },
    find: (id: string) => rows().where('o.id', '=', id).executeTakeFirst(),
    findOwn: (userId: string, id: string) => rows().where('o.id', '=', id).where('o.user_id', '=', userId).executeTakeFirst(),
    lock: (id: string) => db.selectFrom('originals').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    /** Locks the user's own entry, so that two applications for it are serialized. */
    lockEntry: async (kind: OriginalKind, userId: string, id: string) => {
      const { entries, versions, key } = kindTables[kind]
      // Lock first, then read: a single statement would wait for the lock but still read the snapshot from before the wait.
      await sql`select from ${sql.table(entries)} where id = ${id} and author_id = ${userId} for no key update`.execute(db)
      const { rows: found } = await sql<{ original_at: Date | null; public: boolean; open: boolean }>`
        select c.original_at,
          exists (select from ${sql.table(versions)} v where v.${sql.ref(key)} = c.id and v.state = 'published') as public,
          exists (select from originals o where o.${sql.ref(key)} = c.id and o.state = 'pending') as open
        from ${sql.table(entries)} c where c.id = ${id} and c.author_id = ${userId}`.execute(db)
      return found[0]
    },
    candidates: async (userId: string): Promise<OriginalCandidate[]> => {
      const of = async (kind: OriginalKind) => {
        const { entries, versions, key } = kindTables[kind]
        const { rows: found } = await sql<Omit<OriginalCandidate, 'kind'>>`
          select c.id, c.name, c.original_at is not null as original,
            exists (select from originals o where o.${sql.ref(key)} = c.id and o.state = 'pending') as open
          from ${sql.table(entries)} c
          where c.author_id = ${userId} and exists
            (select from ${sql.table(versions)} v where v.${sql.ref(key)} = c.id and v.state = 'published')
          order by c.created_at desc, c.id`.execute(db)
        return found.map((row) => ({ kind, ...row }))
      }
      return [...(await of('image')), ...(await of('data_set'))]
    },
    insert: (row: Insertable<DB['originals']>) => db.insertInto('originals').values(row).execute(),
    close: (id: string, set: { state: OriginalState; reason?: string | null; decided_by?: string; decided_at: Date }) =>
      db.updateTable('originals').set(set).where('id', '=', id).execute(),
    /** Sets the badge date; an existing date is kept. */
    giveBadge: (kind: OriginalKind, id: string, at: Date) =>
      sql`update ${sql.table(kindTables[kind].entries)} set original_at = coalesce(original_at, ${at}) where id = ${id}`.execute(
        db,
      ),
  }
}
