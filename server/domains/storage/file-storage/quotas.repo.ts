import { type Kysely, sql } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

interface ListQuery {
  page: number
  page_size: number
  sort?: 'used_bytes' | 'file_count' | 'quota_bytes'
  order?: 'asc' | 'desc'
  keyword?: string
  region_id?: string
}

const reserved = sql<bigint>`(
  coalesce((select sum(p.size_bytes) from storage_uploads p where p.user_id = u.id and p.region_id = r.id), 0)
  + coalesce((select sum(t.reserved_bytes) from storage_tasks t where t.user_id = u.id and t.region_id = r.id), 0)
)::bigint`

export type QuotaView = Awaited<ReturnType<ReturnType<typeof quotasRepo>['get']>>

/** All SQL by which operators read storage usage and quotas. */
export const quotasRepo = (db: Kysely<DB>) => {
  /** Selects every user in every region, even those who never stored anything. */
  const views = (defaultBytes: bigint) =>
    db
      .selectFrom('users as u')
      .innerJoin('regions as r', (join) => join.onTrue())
      .leftJoin('storage_usage as s', (join) => join.onRef('s.user_id', '=', 'u.id').onRef('s.region_id', '=', 'r.id'))
      .select([
        'u.id as user_id',
        'u.nickname',
        'u.phone',
        'r.id as region_id',
        'r.name as region_name',
        sql<bigint>`coalesce(s.used_bytes, 0)`.as('used_bytes'),
        sql<bigint>`coalesce(s.file_count, 0)`.as('file_count'),
        reserved.as('reserved_bytes'),
        's.quota_bytes',
        sql<bigint>`coalesce(s.quota_bytes, ${defaultBytes}::bigint)`.as('may_use'),
        's.quota_reason',
        's.measured_at',
        sql<string>`u.id || ' ' || r.id`.as('key'),
      ])
  const sorts = { used_bytes: 'used_bytes', file_count: 'file_count', quota_bytes: 'may_use' } as const
  return {
    list: (query: ListQuery, defaultBytes: bigint) => {
      let rows = views(defaultBytes).where('u.closed_at', 'is', null)
      if (query.region_id) rows = rows.where('r.id', '=', query.region_id)
      const { keyword } = query
      if (keyword) {
        rows = rows.where((eb) =>
          eb.or([
            eb('u.phone', '=', keyword),
            eb('u.id', '=', keyword),
            eb(sql`u.uuid::text`, '=', keyword.toLowerCase()),
            eb('u.nickname', 'ilike', toLikePattern(keyword)),
          ]),
        )
      } else rows = rows.where('s.user_id', 'is not', null)
      return loadPage(rows, query, sorts[query.sort ?? 'used_bytes'], 'key')
    },
    get: (userId: string, regionId: string, defaultBytes: bigint) =>
      views(defaultBytes).where('u.id', '=', userId).where('r.id', '=', regionId).executeTakeFirstOrThrow(),
    set: (userId: string, regionId: string, quotaBytes: bigint, quotaReason: string) =>
      db
        .updateTable('storage_usage')
        .set({ quota_bytes: quotaBytes, quota_reason: quotaReason })
        .where('user_id', '=', userId)
        .where('region_id', '=', regionId)
        .execute(),
  }
}
