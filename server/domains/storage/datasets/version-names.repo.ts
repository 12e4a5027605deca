import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for version names and owners. */
export const datasetVersionNamesRepo = (db: Kysely<DB>) => ({
  of: (versionId: string) =>
    db
      .selectFrom('data_set_versions as v')
      .innerJoin('data_sets as c', 'c.id', 'v.data_set_id')
      .select(['c.author_id', 'c.name', 'v.data_set_id', 'v.version'])
      .where('v.id', '=', versionId)
      .executeTakeFirstOrThrow(),
})
