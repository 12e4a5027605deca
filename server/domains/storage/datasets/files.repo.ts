import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

export interface DatasetFolderRow {
  name: string
  folder: boolean
  size_bytes: bigint
  file_count: number
  kind: string | null
  sha256: string | null
}

/** All SQL for the files of versions. */
export const datasetFilesRepo = (db: Kysely<DB>) => ({
  /** Returns a version whose files exist, in any state; the caller must check access. */
  findVersion: (id: string) =>
    db
      .selectFrom('data_set_versions as v')
      .innerJoin('data_sets as c', 'c.id', 'v.data_set_id')
      .select(['v.id', 'v.state', 'c.author_id', sql<string>`v.content_id`.as('content_id')])
      .where('v.id', '=', id)
      .where('v.content_at', 'is not', null)
      .where('v.removed_at', 'is', null)
      .executeTakeFirst(),
  findFile: (versionId: string, path: string) =>
    db.selectFrom('data_set_files').selectAll().where('version_id', '=', versionId).where('path', '=', path).executeTakeFirst(),
  /** Lists one folder level (`''` or a path ending with a slash): folders first, each with the totals of everything below it. */
  level: async (
    versionId: string,
    folder: string,
    query: { page: number; page_size: number; sort?: 'name' | 'size_bytes'; order?: 'asc' | 'desc' },
  ): Promise<{ items: DatasetFolderRow[]; total: number }> => {
    const below = sql`substr(path, char_length(${folder}::text) + 1)`
    const inside = sql`from data_set_files where version_id = ${versionId} and starts_with(path, ${folder})`
    const direction = sql.raw(query.order === 'desc' ? 'desc' : 'asc')
    const sorted = query.sort === 'size_bytes' ? sql`size_bytes ${direction}, name` : sql`name ${direction}`
    const { rows: items } = await sql<DatasetFolderRow>`
      select * from (
        select split_part(below, '/', 1) as name, bool_or(strpos(below, '/') > 0) as folder,
          sum(size_bytes)::bigint as size_bytes, count(*)::int as file_count,
          min(kind) filter (where strpos(below, '/') = 0) as kind, min(sha256) filter (where strpos(below, '/') = 0) as sha256
        from (select ${below} as below, size_bytes, kind, sha256 ${inside}) f group by 1) level
      order by folder desc, ${sorted} limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`.execute(db)
    const { rows: counted } = await sql<{ n: number }>`
      select count(distinct split_part(${below}, '/', 1))::int as n ${inside}`.execute(db)
    return { items, total: counted[0]!.n }
  },
  kinds: async (versionId: string) => {
    const { rows } = await sql<{ kind: string; files: number; size_bytes: bigint }>`
      select kind, count(*)::int as files, sum(size_bytes)::bigint as size_bytes from data_set_files
      where version_id = ${versionId} group by kind order by count(*) desc, kind`.execute(db)
    return rows
  },
})
