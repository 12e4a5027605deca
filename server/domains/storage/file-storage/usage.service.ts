import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { type StorageStatistics, storageMountPath } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { getStorageFileType } from '#server/domains/storage/file-storage/file-type.policy.ts'
import { type MeasuredUsage, type StorageUsageRow, storageUsageRepo } from '#server/domains/storage/file-storage/usage.repo.ts'
import { translateVolumeErrors } from '#server/domains/storage/file-storage/volume-errors.ts'
import type { Context } from '#server/http/context.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { toPersonalVolume } from '#server/ports/volumes.ts'
import type { Tx } from '#server/tx.ts'

const gb = 1_073_741_824
const freshMs = 600_000
/** Interval for measuring storage that nobody views. */
const measureEveryMs = 6 * 3_600_000
const measuredAtOnce = 50
const tries = 3

export const computeQuotaBytes = ({ quota_bytes: quotaBytes }: Pick<StorageUsageRow, 'quota_bytes'>): number =>
  quotaBytes === null ? limits.storageFreeGb * gb : Number(quotaBytes) // product §7

/** Returns a user's storage quota in a region. */
export async function getStorageQuotaBytes(
  { database }: Pick<Deps, 'database'>,
  userId: string,
  regionId: string,
): Promise<number> {
  const row = (await storageUsageRepo(database.kysely).ofUser(userId)).find((known) => known.region_id === regionId)
  return computeQuotaBytes(row ?? { quota_bytes: null })
}

/** Returns an existing region; the first one if none is given. */
export async function getStorageRegionId({ database }: Deps, regionId?: string): Promise<string> {
  const regions = await storageUsageRepo(database.kysely).regions()
  const region = regionId === undefined ? regions[0] : regions.find(({ id }) => id === regionId)
  if (!region) throw createFieldRefusal('storage_region_unknown', 'region_id')
  return region.id
}

/** Measurements running on this node, by volume. */
const runningMeasurements = new WeakMap<Deps['database'], Map<string, Promise<void>>>()

/** Walks a volume once at a time; concurrent callers share the result. */
function measureUsage(deps: Deps, userId: string, regionId: string): Promise<void> {
  const running = runningMeasurements.get(deps.database) ?? new Map<string, Promise<void>>()
  runningMeasurements.set(deps.database, running)
  const volume = toPersonalVolume(regionId, userId)
  const shared = running.get(volume) ?? measureUsageNow(deps, userId, regionId).finally(() => running.delete(volume))
  running.set(volume, shared)
  return shared
}

/** Counts every file, because programs in instances write too. Starts over if the usage changes meanwhile. */
async function measureUsageNow({ database, volumes, clock }: Deps, userId: string, regionId: string): Promise<void> {
  const repo = storageUsageRepo(database.kysely)
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const row = (await repo.ofUser(userId)).find((known) => known.region_id === regionId)
    if (!row) return
    const types: MeasuredUsage['bytes_by_type'] = {}
    const found = await volumes.usage(toPersonalVolume(regionId, userId), ({ path, size_bytes: sizeBytes }) => {
      const type = getStorageFileType(path)
      types[type] = (types[type] ?? 0) + sizeBytes
    })
    if (await repo.measured(row, { ...found, bytes_by_type: types }, clock.now())) return
  }
}

/** Measures the storage not measured for a while, oldest first. */
export async function measureStaleUsage(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - measureEveryMs)
  const rows = await storageUsageRepo(deps.database.kysely).stale(before, measuredAtOnce)
  await forEachIsolated(rows, deps, 'measuring a storage', ({ user_id: userId, region_id: regionId }) =>
    measureUsage(deps, userId, regionId),
  )
}

/** Usage of a region whose volume does not exist yet: zero. */
const emptyUsage = {
  used_bytes: 0n,
  file_count: 0n,
  reserved_bytes: 0n,
  quota_bytes: null,
  measured_at: null,
  bytes_by_type: null,
}

export async function refreshStorageStatistics({ deps, caller }: Context): Promise<z.input<typeof StorageStatistics>[]> {
  const { database, clock, volumes } = deps
  const repo = storageUsageRepo(database.kysely)
  const stale = clock.now().getTime() - freshMs
  for (const { region_id: regionId, measured_at: measuredAt } of await repo.ofUser(caller.user_id)) {
    const old = !measuredAt || measuredAt.getTime() < stale
    if (old) await translateVolumeErrors(() => measureUsage(deps, caller.user_id, regionId))
  }
  const rows = new Map((await repo.ofUser(caller.user_id)).map((row) => [row.region_id, row]))
  const mountable = (regionId: string) => volumes.hostFolder(toPersonalVolume(regionId, caller.user_id))
  return Promise.all(
    (await repo.regions()).map(async ({ id, name }) => {
      const row = rows.get(id) ?? emptyUsage
      return {
        region_id: id,
        region_name: name,
        used_bytes: Number(row.used_bytes),
        file_count: Number(row.file_count),
        reserved_bytes: Number(row.reserved_bytes),
        quota_bytes: computeQuotaBytes(row),
        mount_path: storageMountPath,
        mountable: (await translateVolumeErrors(() => mountable(id))) !== undefined,
        measured_at: row.measured_at?.toISOString() ?? null,
        bytes_by_type: (row.bytes_by_type as MeasuredUsage['bytes_by_type'] | null) ?? {},
      }
    }),
  )
}

/** Refuses what does not fit, and locks the usage row so that concurrent writes cannot take the same space. */
export async function requireStorageRoom(trx: Transaction<DB>, userId: string, regionId: string, bytes: number): Promise<void> {
  const row = await storageUsageRepo(trx).lock(userId, regionId)
  const left = computeQuotaBytes(row) - Number(row.used_bytes) - Number(row.reserved_bytes)
  if (bytes <= left) return
  const [needs, has] = [bytes, Math.max(0, left)].map(sizeText)
  throw new Refusal('storage_full', { message: `空间不足：需要 ${needs}，还剩 ${has}，请先删除不用的文件，或联系客服增加配额` })
}

/** Formats bytes: 512 B, 1.5 MB, 20 GB */
function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  return `${Number((bytes / 1024 ** step).toFixed(1))} ${units[step]}`
}

interface UsageOwner {
  user_id: string
  region_id: string
}

/** Records added or removed bytes and notifies the user's consoles. */
export async function recordStorageChange(
  tx: Tx,
  { user_id: userId, region_id: regionId }: UsageOwner,
  change: { bytes: number; files: number },
): Promise<void> {
  await storageUsageRepo(tx.db).lock(userId, regionId)
  await storageUsageRepo(tx.db).add(userId, regionId, change)
  await publishChange(tx, { user_id: userId, resource: 'file_storage', id: null })
}

/** Deletes all storage of closed accounts (decision 039). */
export async function cleanUpClosedStorage(deps: Deps): Promise<void> {
  const rows = await storageUsageRepo(deps.database.kysely).closed()
  await forEachIsolated(rows, deps, 'clearing a closed storage', async ({ user_id: userId, region_id: regionId }) => {
    await deps.volumes.remove({ volume: toPersonalVolume(regionId, userId), path: '' })
    await deps.database.transaction((trx) => storageUsageRepo(trx).forget(userId, regionId))
  })
}
