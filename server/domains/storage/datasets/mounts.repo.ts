import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

export interface MountCandidate {
  id: string
  data_set_id: string
  slug: string
  version: string
  state: string
  author_id: string
  has_files: boolean
  removed: boolean
}

/** All SQL for the data sets mounted in instances. */
export const datasetMountsRepo = (db: Kysely<DB>) => {
  const candidates = (ids: readonly string[]) =>
    db
      .selectFrom('data_set_versions as v')
      .innerJoin('data_sets as c', 'c.id', 'v.data_set_id')
      .where('v.id', 'in', ids)
      .orderBy('v.id')
      .select(['v.id', 'v.data_set_id', 'c.slug', 'v.version', 'v.state', 'c.author_id'])
      .select([sql<boolean>`v.content_at is not null`.as('has_files'), sql<boolean>`v.removed_at is not null`.as('removed')])
  const chosen = (instanceId: string) =>
    db
      .selectFrom('instance_data_sets as m')
      .innerJoin('data_set_versions as v', 'v.id', 'm.version_id')
      .innerJoin('data_sets as c', 'c.id', 'v.data_set_id')
      .where('m.instance_id', '=', instanceId)
      .orderBy('c.slug')
      .orderBy('v.version')
  return {
    find: async (ids: readonly string[]): Promise<MountCandidate[]> => (ids.length === 0 ? [] : candidates(ids).execute()),
    /** Like `find`, but locks the rows until the transaction ends. */
    hold: async (ids: readonly string[]): Promise<MountCandidate[]> =>
      ids.length === 0 ? [] : candidates(ids).forShare('v').execute(),
    idsOf: async (instanceId: string): Promise<string[]> => {
      const rows = await db
        .selectFrom('instance_data_sets')
        .select('version_id')
        .where('instance_id', '=', instanceId)
        .orderBy('version_id')
        .execute()
      return rows.map(({ version_id: versionId }) => versionId)
    },
    /** Returns the volumes that a driver mounts: those whose files exist. */
    volumesOf: (instanceId: string) =>
      chosen(instanceId)
        .where('v.content_at', 'is not', null)
        .select(['c.slug', 'v.version', sql<string>`v.content_id`.as('content_id')])
        .execute(),
    of: (instanceId: string) =>
      chosen(instanceId)
        .select(['m.version_id', 'v.data_set_id', 'c.name', 'c.slug', 'c.author_id', 'v.version', 'v.state', 'v.removed_at'])
        .select(['v.size_bytes', 'v.file_count'])
        .execute(),
    replace: async (instanceId: string, versionIds: readonly string[]) => {
      await db.deleteFrom('instance_data_sets').where('instance_id', '=', instanceId).execute()
      if (versionIds.length === 0) return
      await db
        .insertInto('instance_data_sets')
        .values(versionIds.map((versionId) => ({ instance_id: instanceId, version_id: versionId })))
        .execute()
    },
    insertUses: async (
      rows: readonly { instance_id: string; version_id: string; data_set_id: string; user_id: string; at: Date }[],
    ) => {
      if (rows.length === 0) return
      await db
        .insertInto('data_set_uses')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    regionName: async (id: string): Promise<string> =>
      (await db.selectFrom('regions').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name,
  }
}
