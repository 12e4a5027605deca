import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { InstanceMounts } from '#contract/instance-datasets.ts'
import type { DatasetState } from '#contract/my-datasets.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { buildMountPath } from '#server/domains/storage/datasets/mount-path.policy.ts'
import { datasetMountsRepo, type MountCandidate } from '#server/domains/storage/datasets/mounts.repo.ts'
import { getStorageQuotaBytes } from '#server/domains/storage/file-storage/usage.service.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'
import type { FolderMount } from '#server/ports/compute.ts'
import { toDatasetVolume, toPersonalVolume } from '#server/ports/volumes.ts'

/** Path of a user's personal storage in the region, inside each of their instances. */
const storagePath = '/storage'

type MountDeps = Pick<Deps, 'database' | 'volumes'>
interface MountInstance {
  id: string
  user_id: string
  region_id: string
}

/** Returns the folders mounted inside an instance beside its disks; empty if hosts cannot access the files. */
export async function loadInstanceMounts(
  deps: MountDeps,
  { id, user_id: userId, region_id: regionId }: MountInstance,
): Promise<FolderMount[]> {
  const { database, volumes } = deps
  const storage = await volumes.hostFolder(toPersonalVolume(regionId, userId))
  if (storage === undefined) return []
  const quotaBytes = await getStorageQuotaBytes(deps, userId, regionId)
  const mounts: FolderMount[] = [{ source: storage, target: storagePath, read_only: false, quota_bytes: quotaBytes }]
  for (const { slug, version, content_id: contentId } of await datasetMountsRepo(database.kysely).volumesOf(id)) {
    const source = await volumes.hostFolder(toDatasetVolume(contentId))
    if (source !== undefined) mounts.push({ source, target: buildMountPath(slug, version), read_only: true })
  }
  return mounts
}

/** Usable means public or the user's own, with its files present. An instance may always keep what it already has. */
const isUsable = (one: MountCandidate, userId: string, kept: readonly string[]): boolean =>
  kept.includes(one.id) || (!one.removed && one.has_files && (one.state === 'published' || one.author_id === userId))

function refuseUnusable(
  found: readonly MountCandidate[],
  { ids, user_id: userId, kept, field }: { ids: readonly string[]; user_id: string; kept: readonly string[]; field: string },
): void {
  const all = found.length === ids.length && found.every((one) => isUsable(one, userId, kept))
  if (!all) throw createFieldRefusal('data_set_not_mountable', field)
  const targets = new Set(found.map(({ slug, version }) => buildMountPath(slug, version)))
  if (targets.size !== found.length) throw createFieldRefusal('data_set_mount_clash', field)
}

/** Field of the order form that holds the version ids. */
const orderField = 'data_set_version_ids'

interface MountRequest {
  ids: readonly string[]
  user_id: string
}

/** Refuses, at the order form field, versions that this user cannot mount. */
export async function assertMountable(db: Kysely<DB>, { ids, user_id: userId }: MountRequest): Promise<void> {
  if (ids.length === 0) return
  refuseUnusable(await datasetMountsRepo(db).find(ids), { ids, user_id: userId, kept: [], field: orderField })
}

/** Refuses, at the order form field, all data sets if hosts in the region, or some of those that may be given, cannot access the files. */
export async function assertHostsCanMount(
  { volumes }: Pick<Deps, 'volumes'>,
  { ids, user_id: userId, region_id: regionId, mounts_files: can }: MountRequest & { region_id: string; mounts_files: boolean },
): Promise<void> {
  if (ids.length === 0 || (can && (await volumes.hostFolder(toPersonalVolume(regionId, userId))) !== undefined)) return
  throw createFieldRefusal('mounts_unsupported', orderField)
}

/** Locks the versions a new instance is to mount until the transaction ends; refuses before anything is written. */
export async function lockMounts(
  trx: Transaction<DB>,
  { ids, user_id: userId }: MountRequest,
): Promise<readonly MountCandidate[]> {
  if (ids.length === 0) return []
  const found = await datasetMountsRepo(trx).hold(ids)
  refuseUnusable(found, { ids, user_id: userId, kept: [], field: orderField })
  return found
}

interface MountTarget {
  instance_id: string
  user_id: string
  at: Date
}

/** Records what an instance mounts from its next boot on; each version it never had before counts as one use. */
export async function recordMounts(
  trx: Transaction<DB>,
  found: readonly MountCandidate[],
  { instance_id: instanceId, user_id: userId, at }: MountTarget,
): Promise<void> {
  const repo = datasetMountsRepo(trx)
  await repo.replace(
    instanceId,
    found.map(({ id }) => id),
  )
  await repo.insertUses(
    found.map(({ id, data_set_id: dataSetId }) => ({
      instance_id: instanceId,
      version_id: id,
      data_set_id: dataSetId,
      user_id: userId,
      at,
    })),
  )
}

/** Replaces the mounts of an existing instance, which may keep those it has. */
export async function updateMounts(
  trx: Transaction<DB>,
  { ids, field, ...chosen }: MountTarget & { ids: readonly string[]; field: string },
): Promise<void> {
  const repo = datasetMountsRepo(trx)
  const kept = await repo.idsOf(chosen.instance_id)
  const found = await repo.hold(ids)
  refuseUnusable(found, { ids, user_id: chosen.user_id, kept, field })
  await recordMounts(trx, found, chosen)
}

/** Returns the source instance's versions that its clone may still mount. */
export async function listMountsToClone(trx: Transaction<DB>, source: { id: string; user_id: string }): Promise<string[]> {
  const repo = datasetMountsRepo(trx)
  const found = await repo.hold(await repo.idsOf(source.id))
  return found.filter((one) => isUsable(one, source.user_id, [])).map(({ id }) => id)
}

export async function listInstanceMounts(
  db: Kysely<DB>,
  { volumes }: Pick<Deps, 'volumes'>,
  { id, user_id: userId, region_id: regionId, ...state }: MountInstance & { at_next_boot: boolean; mounts_files: boolean },
): Promise<z.input<typeof InstanceMounts>> {
  const repo = datasetMountsRepo(db)
  const mountable = state.mounts_files && (await volumes.hostFolder(toPersonalVolume(regionId, userId))) !== undefined
  return {
    storage: mountable ? { mount_path: storagePath, region_id: regionId, region_name: await repo.regionName(regionId) } : null,
    mountable,
    at_next_boot: state.at_next_boot,
    data_sets: (await repo.of(id)).map((row) => ({
      version_id: row.version_id,
      data_set_id: row.data_set_id,
      name: row.name,
      slug: row.slug,
      version: row.version,
      state: row.state as DatasetState,
      removed: row.removed_at !== null,
      own: row.author_id === userId,
      size_bytes: Number(row.size_bytes),
      file_count: row.file_count,
      mount_path: buildMountPath(row.slug, row.version),
    })),
  }
}
