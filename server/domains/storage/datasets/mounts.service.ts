import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { InstanceMounts } from '#contract/instance-datasets.ts'
import type { DataSetState } from '#contract/my-datasets.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { mountPath } from '#server/domains/storage/datasets/mount-path.policy.ts'
import { type Candidate, mountsRepo } from '#server/domains/storage/datasets/mounts.repo.ts'
import { quotaIn } from '#server/domains/storage/file-storage/usage.service.ts'
import { refuseField } from '#server/lib/refusal.ts'
import type { Mount } from '#server/ports/compute.ts'
import { dataSetVolume, personalVolume } from '#server/ports/volumes.ts'

/** Where a person's own files of the region are, inside every instance of theirs. */
const storage_path = '/storage'

type Storing = Pick<Deps, 'database' | 'volumes'>
interface Of {
  id: string
  user_id: string
  region_id: string
}

/** What stands inside an instance beside its disks; nothing where hosts cannot see the files. */
export async function mountsOf(deps: Storing, { id, user_id, region_id }: Of): Promise<Mount[]> {
  const { database, volumes } = deps
  const storage = await volumes.hostFolder(personalVolume(region_id, user_id))
  if (storage === undefined) return []
  const quota_bytes = await quotaIn(deps, user_id, region_id)
  const mounts: Mount[] = [{ source: storage, target: storage_path, read_only: false, quota_bytes }]
  for (const { slug, version, content_id } of await mountsRepo(database.kysely).volumesOf(id)) {
    const source = await volumes.hostFolder(dataSetVolume(content_id))
    if (source !== undefined) mounts.push({ source, target: mountPath(slug, version), read_only: true })
  }
  return mounts
}

/** Public or one's own, with its files there. What an instance has already it may keep, whatever became of it. */
const isUsable = (one: Candidate, user_id: string, kept: readonly string[]): boolean =>
  kept.includes(one.id) || (!one.removed && one.has_files && (one.state === 'published' || one.author_id === user_id))

function refuseUnusable(
  found: readonly Candidate[],
  { ids, user_id, kept, field }: { ids: readonly string[]; user_id: string; kept: readonly string[]; field: string },
): void {
  const all = found.length === ids.length && found.every((one) => isUsable(one, user_id, kept))
  if (!all) throw refuseField('data_set_not_mountable', field)
  const targets = new Set(found.map(({ slug, version }) => mountPath(slug, version)))
  if (targets.size !== found.length) throw refuseField('data_set_mount_clash', field)
}

/** Where the order form names them. */
const of_order = 'data_set_version_ids'

interface Wished {
  ids: readonly string[]
  user_id: string
}

/** Refuses at the field of the order form what nobody could mount for this user. */
export async function refuseUnmountable(db: Kysely<DB>, { ids, user_id }: Wished): Promise<void> {
  if (ids.length === 0) return
  refuseUnusable(await mountsRepo(db).find(ids), { ids, user_id, kept: [], field: of_order })
}

/** Refuses the same where hosts cannot see the files. */
export async function checkHosts(
  { volumes }: Pick<Deps, 'volumes'>,
  { ids, user_id, region_id }: Wished & { region_id: string },
): Promise<void> {
  if (ids.length === 0 || (await volumes.hostFolder(personalVolume(region_id, user_id))) !== undefined) return
  throw refuseField('mounts_unsupported', of_order)
}

/** What a new instance is to have mounted, as it is until the end of the transaction; refuses before anything is written. */
export async function holdMounts(trx: Transaction<DB>, { ids, user_id }: Wished): Promise<readonly Candidate[]> {
  if (ids.length === 0) return []
  const found = await mountsRepo(trx).hold(ids)
  refuseUnusable(found, { ids, user_id, kept: [], field: of_order })
  return found
}

interface Chosen {
  instance_id: string
  user_id: string
  at: Date
}

/** Writes down what an instance has mounted from its next boot on; each version it never had before is one use. */
export async function writeMounts(
  trx: Transaction<DB>,
  found: readonly Candidate[],
  { instance_id, user_id, at }: Chosen,
): Promise<void> {
  const repo = mountsRepo(trx)
  await repo.replace(
    instance_id,
    found.map(({ id }) => id),
  )
  await repo.insertUses(found.map(({ id, data_set_id }) => ({ instance_id, version_id: id, data_set_id, user_id, at })))
}

/** Chooses anew for an instance that is there, which may keep what it has. */
export async function chooseMounts(
  trx: Transaction<DB>,
  { ids, field, ...chosen }: Chosen & { ids: readonly string[]; field: string },
): Promise<void> {
  const repo = mountsRepo(trx)
  const kept = await repo.idsOf(chosen.instance_id)
  const found = await repo.hold(ids)
  refuseUnusable(found, { ids, user_id: chosen.user_id, kept, field })
  await writeMounts(trx, found, chosen)
}

/** What a clone takes along: of the versions of its source those that it may still choose. */
export async function mountsToClone(trx: Transaction<DB>, source: { id: string; user_id: string }): Promise<string[]> {
  const repo = mountsRepo(trx)
  const found = await repo.hold(await repo.idsOf(source.id))
  return found.filter((one) => isUsable(one, source.user_id, [])).map(({ id }) => id)
}

export async function showMounts(
  db: Kysely<DB>,
  { volumes }: Pick<Deps, 'volumes'>,
  { id, user_id, region_id, at_next_boot }: Of & { at_next_boot: boolean },
): Promise<z.input<typeof InstanceMounts>> {
  const repo = mountsRepo(db)
  const mountable = (await volumes.hostFolder(personalVolume(region_id, user_id))) !== undefined
  return {
    storage: mountable ? { mount_path: storage_path, region_id, region_name: await repo.regionName(region_id) } : null,
    mountable,
    at_next_boot,
    data_sets: (await repo.of(id)).map((row) => ({
      version_id: row.version_id,
      data_set_id: row.data_set_id,
      name: row.name,
      slug: row.slug,
      version: row.version,
      state: row.state as DataSetState,
      removed: row.removed_at !== null,
      own: row.author_id === user_id,
      size_bytes: Number(row.size_bytes),
      file_count: row.file_count,
      mount_path: mountPath(row.slug, row.version),
    })),
  }
}
