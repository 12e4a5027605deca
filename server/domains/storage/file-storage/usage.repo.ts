import { type Kysely, type Selectable, sql } from 'kysely'
import type { StorageFileType } from '#contract/file-storage.ts'
import type { DB } from '#server/db/types.ts'

export type StorageUsageRow = Selectable<DB['storage_usage']>

/** What a walk through a volume found. */
export interface MeasuredUsage {
  bytes: number
  files: number
  bytes_by_type: Partial<Record<StorageFileType, number>>
}

/** SQL for reserved space: uploads in progress and archives being extracted. */
const reserved = (userId: string, regionId: string) => sql<bigint>`(
  coalesce((select sum(u.size_bytes) from storage_uploads u where u.user_id = ${sql.ref(userId)} and u.region_id = ${sql.ref(regionId)}), 0)
  + coalesce((select sum(t.reserved_bytes) from storage_tasks t where t.user_id = ${sql.ref(userId)} and t.region_id = ${sql.ref(regionId)}), 0)
)::bigint`

/** All SQL for storage usage per user and region. */
export const storageUsageRepo = (db: Kysely<DB>) => ({
  regions: () => db.selectFrom('regions').select(['id', 'name']).orderBy('sort').orderBy('id').execute(),
  ofUser: (userId: string) =>
    db
      .selectFrom('storage_usage as s')
      .selectAll('s')
      .select(reserved('s.user_id', 's.region_id').as('reserved_bytes'))
      .where('s.user_id', '=', userId)
      .execute(),
  /** Creates the row if missing and locks it, to serialise reservations and writes of one user in a region. */
  lock: async (userId: string, regionId: string): Promise<StorageUsageRow & { reserved_bytes: bigint }> => {
    await db
      .insertInto('storage_usage')
      .values({ user_id: userId, region_id: regionId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await db
      .selectFrom('storage_usage')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('region_id', '=', regionId)
      .forNoKeyUpdate()
      .execute()
    return db
      .selectFrom('storage_usage as s')
      .selectAll('s')
      .select(reserved('s.user_id', 's.region_id').as('reserved_bytes'))
      .where('s.user_id', '=', userId)
      .where('s.region_id', '=', regionId)
      .executeTakeFirstOrThrow()
  },
  /** Adds to the counters; negative values subtract, never below zero. */
  add: (userId: string, regionId: string, { bytes, files }: { bytes: number; files: number }) =>
    db
      .updateTable('storage_usage')
      .set({
        used_bytes: sql`greatest(0, used_bytes + ${bytes}::bigint)`,
        file_count: sql`greatest(0, file_count + ${files}::bigint)`,
        changes: sql`changes + 1`,
      })
      .where('user_id', '=', userId)
      .where('region_id', '=', regionId)
      .execute(),
  /** Stores a measurement, unless the storage changed while it was measured. */
  measured: async (row: StorageUsageRow, found: MeasuredUsage, at: Date): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('storage_usage')
      .set({
        used_bytes: BigInt(found.bytes),
        file_count: BigInt(found.files),
        bytes_by_type: JSON.stringify(found.bytes_by_type),
        measured_at: at,
      })
      .where('user_id', '=', row.user_id)
      .where('region_id', '=', row.region_id)
      .where('changes', '=', row.changes)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
  /** Returns the usage rows measured longest ago, before the given time. */
  stale: (before: Date, most: number) =>
    db
      .selectFrom('storage_usage')
      .selectAll()
      .where((eb) => eb.or([eb('measured_at', 'is', null), eb('measured_at', '<', before)]))
      .orderBy('measured_at', (order) => order.asc().nullsFirst())
      .limit(most)
      .execute(),
  /** Returns the usage rows of closed accounts. */
  closed: () =>
    db
      .selectFrom('storage_usage as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .where('u.closed_at', 'is not', null)
      .select(['s.user_id', 's.region_id'])
      .execute(),
  forget: async (userId: string, regionId: string): Promise<void> => {
    for (const table of ['storage_uploads', 'storage_tasks', 'storage_usage'] as const) {
      await db.deleteFrom(table).where('user_id', '=', userId).where('region_id', '=', regionId).execute()
    }
  },
})
