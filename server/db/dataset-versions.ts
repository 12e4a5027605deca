import { type Kysely, sql } from 'kysely'
import type { DB } from './types.ts'

export type DatasetVersionRow = Awaited<ReturnType<ReturnType<typeof selectDatasetVersions>['execute']>>[number]

/** Selects versions as their author and the reviewers see them. */
export const selectDatasetVersions = (db: Kysely<DB>) =>
  db
    .selectFrom('data_set_versions as v')
    .innerJoin('data_sets as c', 'c.id', 'v.data_set_id')
    .leftJoin('regions as r', 'r.id', 'v.source_region_id')
    .selectAll('v')
    .select(['c.slug', 'r.name as region_name'])
    .select(sql<number>`(select count(*)::int from data_set_uses n where n.version_id = v.id)`.as('uses'))
