import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { type StorageStatistics, storage_mount_path } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type UsageRow, usageRepo } from '#server/domains/storage/file-storage/usage.repo.ts'
import { withVolumes } from '#server/domains/storage/file-storage/volume-errors.ts'
import type { Context } from '#server/http/context.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import { personalVolume } from '#server/ports/volumes.ts'
import type { Tx } from '#server/tx.ts'

const gb = 1_073_741_824
const fresh_ms = 600_000
/** Of those that nobody looks at. */
const looked_every_ms = 6 * 3_600_000
const measured_at_once = 50
const tries = 3

export const quotaOf = ({ quota_bytes }: Pick<UsageRow, 'quota_bytes'>): number =>
  quota_bytes === null ? limits.storage_free_gb * gb : Number(quota_bytes) // product §7

/** What a person may store in a region. */
export async function quotaIn({ database }: Pick<Deps, 'database'>, user_id: string, region_id: string): Promise<number> {
  const row = (await usageRepo(database.kysely).ofUser(user_id)).find((known) => known.region_id === region_id)
  return quotaOf(row ?? { quota_bytes: null })
}

/** A region that there is; the first one where none is named. */
export async function regionOf({ database }: Deps, region_id?: string): Promise<string> {
  const regions = await usageRepo(database.kysely).regions()
  const region = region_id === undefined ? regions[0] : regions.find(({ id }) => id === region_id)
  if (!region) throw refuseField('storage_region_unknown', 'region_id')
  return region.id
}

/** Measurements on this node, by volume. */
const under_way = new WeakMap<Deps['database'], Map<string, Promise<void>>>()

/** Walks a volume once at a time, however many ask meanwhile. */
function measure(deps: Deps, user_id: string, region_id: string): Promise<void> {
  const running = under_way.get(deps.database) ?? new Map<string, Promise<void>>()
  under_way.set(deps.database, running)
  const volume = personalVolume(region_id, user_id)
  const shared = running.get(volume) ?? measureNow(deps, user_id, region_id).finally(() => running.delete(volume))
  running.set(volume, shared)
  return shared
}

/** Counts file by file: programs in instances write, too. Whoever changes something meanwhile makes it begin anew. */
async function measureNow({ database, volumes, clock }: Deps, user_id: string, region_id: string): Promise<void> {
  const repo = usageRepo(database.kysely)
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const row = (await repo.ofUser(user_id)).find((known) => known.region_id === region_id)
    if (!row) return
    const found = await volumes.usage(personalVolume(region_id, user_id))
    if (await repo.measured(row, found, clock.now())) return
  }
}

/** Measures what nobody has looked at for a while, the longest ago first. */
export async function measureStale(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - looked_every_ms)
  const rows = await usageRepo(deps.database.kysely).stale(before, measured_at_once)
  await forEachIsolated(rows, deps, 'measuring a storage', ({ user_id, region_id }) => measure(deps, user_id, region_id))
}

/** What was stored in a region whose volume is not there yet: nothing. */
const unused = { used_bytes: 0n, file_count: 0n, reserved_bytes: 0n, quota_bytes: null, measured_at: null }

export async function statistics({ deps, caller }: Context): Promise<z.input<typeof StorageStatistics>[]> {
  const { database, clock, volumes } = deps
  const repo = usageRepo(database.kysely)
  const stale = clock.now().getTime() - fresh_ms
  for (const { region_id, measured_at } of await repo.ofUser(caller.user_id)) {
    const old = !measured_at || measured_at.getTime() < stale
    if (old) await withVolumes(() => measure(deps, caller.user_id, region_id))
  }
  const rows = new Map((await repo.ofUser(caller.user_id)).map((row) => [row.region_id, row]))
  const mountable = (region_id: string) => volumes.hostFolder(personalVolume(region_id, caller.user_id))
  return Promise.all(
    (await repo.regions()).map(async ({ id, name }) => {
      const row = rows.get(id) ?? unused
      return {
        region_id: id,
        region_name: name,
        used_bytes: Number(row.used_bytes),
        file_count: Number(row.file_count),
        reserved_bytes: Number(row.reserved_bytes),
        quota_bytes: quotaOf(row),
        mount_path: storage_mount_path,
        mountable: (await withVolumes(() => mountable(id))) !== undefined,
        measured_at: row.measured_at?.toISOString() ?? null,
      }
    }),
  )
}

/** Refuses what does not fit, and holds the count so that two do not take the same room. */
export async function refuseUnlessRoom(trx: Transaction<DB>, user_id: string, region_id: string, bytes: number): Promise<void> {
  const row = await usageRepo(trx).lock(user_id, region_id)
  const left = quotaOf(row) - Number(row.used_bytes) - Number(row.reserved_bytes)
  if (bytes <= left) return
  const [needs, has] = [bytes, Math.max(0, left)].map(sizeText)
  throw new Refusal('storage_full', { message: `空间不足：需要 ${needs}，还剩 ${has}，请先删除不用的文件，或联系客服增加配额` })
}

/** 512 B, 1.5 MB, 20 GB */
function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  return `${Number((bytes / 1024 ** step).toFixed(1))} ${units[step]}`
}

interface Changed {
  user_id: string
  region_id: string
}

/** Counts what was put away or taken away, and tells the user's consoles. */
export async function countChange(
  tx: Tx,
  { user_id, region_id }: Changed,
  change: { bytes: number; files: number },
): Promise<void> {
  await usageRepo(tx.db).lock(user_id, region_id)
  await usageRepo(tx.db).add(user_id, region_id, change)
  await publishChange(tx, { user_id, resource: 'file_storage', id: null })
}

/** Of accounts that were closed nothing stays (decision 039). */
export async function clearClosed(deps: Deps): Promise<void> {
  const rows = await usageRepo(deps.database.kysely).closed()
  await forEachIsolated(rows, deps, 'clearing a closed storage', async ({ user_id, region_id }) => {
    await deps.volumes.remove({ volume: personalVolume(region_id, user_id), path: '' })
    await deps.database.transaction((trx) => usageRepo(trx).forget(user_id, region_id))
  })
}
