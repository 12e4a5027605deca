import type { DiskKind } from '#contract/instance.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { loadInstanceMounts } from '#server/domains/storage/datasets/mounts.service.ts'
import type { DiskPresence, InstanceSpec, MovingInstance, PlacedInstanceRef } from '#server/ports/compute.ts'

type Installation = Pick<Deps, 'installation_id'>

export const toInstanceRef = (
  { installation_id: installationId }: Installation,
  { id, generation, host_id: host }: Pick<InstanceRow, 'id' | 'generation' | 'host_id'>,
): PlacedInstanceRef => ({ installation_id: installationId, id, generation, host })

/**
 * Returns a reference to what the engine last ran: a new image increments the generation, but is created only at the next boot.
 */
export const toBootedInstanceRef = (
  installation: Installation,
  row: Pick<InstanceRow, 'id' | 'generation' | 'booted_generation' | 'host_id'>,
): PlacedInstanceRef => toInstanceRef(installation, { ...row, generation: row.booted_generation ?? row.generation })

/** Returns what the engine last ran, as far as its disks are concerned. */
export const toMovingInstance = (
  installation: Installation,
  row: Parameters<typeof toBootedInstanceRef>[1] & Pick<InstanceRow, 'data_disk_gb'>,
): MovingInstance => ({ ...toBootedInstanceRef(installation, row), data_disk_gb: row.data_disk_gb })

type KeptDisks = Pick<
  InstanceRow,
  'generation' | 'booted_generation' | 'system_disk_lost_at' | 'data_disk_lost_at' | 'loss_accepted'
>

/** Returns the disks the instance had when it last ran. A new image has no system disk yet. */
export const computeOwnedDisks = (row: Pick<KeptDisks, 'generation' | 'booted_generation'>): DiskPresence => ({
  system: row.booted_generation === row.generation,
  data: row.booted_generation !== null,
})

/** Returns the owned disks that are known to be lost. */
export function listLostDisks(row: KeptDisks): DiskKind[] {
  const had = computeOwnedDisks(row)
  return [
    ...(had.system && row.system_disk_lost_at ? ['system' as const] : []),
    ...(had.data && row.data_disk_lost_at ? ['data' as const] : []),
  ]
}

/** Returns the disks required at a boot: all owned disks its host keeps, minus lost ones that the owner has accepted. */
function computeExpectedDisks(row: KeptDisks, keepsSystemDisk: boolean): DiskPresence {
  const had = computeOwnedDisks(row)
  const gone = row.loss_accepted ? listLostDisks(row) : []
  return { system: keepsSystemDisk && had.system && !gone.includes('system'), data: had.data && !gone.includes('data') }
}

export type BootFacts = Awaited<ReturnType<typeof loadBootFacts>>
/** Loads what a boot needs to know besides the row. */
export const loadBootFacts = ({ database }: Pick<Deps, 'database'>, id: string) => instancesRepo(database.kysely).bootFacts(id)

/** Builds the spec from which a driver creates the instance. */
export async function buildInstanceSpec(
  deps: Pick<Deps, 'database' | 'volumes' | 'installation_id'>,
  row: InstanceRow,
  { image, gpu_model: gpuModel, gpu_uuids: gpuUuids, keeps_system_disk: keepsSystemDisk, mounts_files: mountsFiles }: BootFacts,
): Promise<InstanceSpec> {
  const withGpu = row.gpu_mode === 'gpu'
  return {
    ...toInstanceRef(deps, row),
    image,
    // Sizes without a GPU follow product §4; a package's cards stay reserved and unused.
    cpu: withGpu ? row.cpu : limits.noGpuCpu,
    memory_mb: (withGpu ? row.memory_gb : limits.noGpuMemoryGb) * 1024,
    gpu_model: gpuModel,
    gpu_uuids: withGpu ? gpuUuids : [],
    sys_disk_gb: row.sys_disk_gb,
    data_disk_gb: row.data_disk_gb,
    hostname: row.id,
    authorized_keys: row.authorized_key ? [row.authorized_key] : [],
    expects: computeExpectedDisks(row, keepsSystemDisk),
    mounts: mountsFiles ? await loadInstanceMounts(deps, row) : [],
  }
}
