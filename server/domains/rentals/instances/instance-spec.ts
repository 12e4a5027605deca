import type { Disk } from '#contract/instance.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { gpusRepo } from '#server/domains/rentals/capacity/gpus.repo.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { mountsOf } from '#server/domains/storage/datasets/mounts.service.ts'
import type { Disks, InstanceSpec, Ref } from '#server/ports/compute.ts'

type Installation = Pick<Deps, 'installation_id'>

export const refOf = ({ installation_id }: Installation, row: Pick<InstanceRow, 'id' | 'generation'>): Ref => ({
  installation_id,
  id: row.id,
  generation: row.generation,
})

/** Names what the engine last ran: a new image counts a generation up, but is made only at the next boot. */
export const refAsBooted = (installation: Installation, row: Pick<InstanceRow, 'id' | 'generation' | 'booted_generation'>): Ref =>
  refOf(installation, { id: row.id, generation: row.booted_generation ?? row.generation })

type Kept = Pick<InstanceRow, 'generation' | 'booted_generation' | 'system_disk_lost_at' | 'data_disk_lost_at' | 'loss_accepted'>

/** The disks it had when it last ran. A new image has no system disk yet. */
export const disksHad = (row: Pick<Kept, 'generation' | 'booted_generation'>): Disks => ({
  system: row.booted_generation === row.generation,
  data: row.booted_generation !== null,
})

/** Those of them that are known to be gone. */
export function lostDisks(row: Kept): Disk[] {
  const had = disksHad(row)
  return [
    ...(had.system && row.system_disk_lost_at ? ['system' as const] : []),
    ...(had.data && row.data_disk_lost_at ? ['data' as const] : []),
  ]
}

/** What must be there at a boot: all it had, but for what its owner knows to be gone. */
function disksExpected(row: Kept): Disks {
  const had = disksHad(row)
  const gone = row.loss_accepted ? lostDisks(row) : []
  return { system: had.system && !gone.includes('system'), data: had.data && !gone.includes('data') }
}

/** What a driver needs to make this instance real. */
export async function specOf(
  deps: Pick<Deps, 'database' | 'volumes' | 'installation_id'>,
  row: InstanceRow,
): Promise<InstanceSpec> {
  const db = deps.database.kysely
  const with_gpu = row.gpu_mode === 'gpu'
  const { image, gpu_model } = await instancesRepo(db).engineFacts(row.id)
  return {
    ...refOf(deps, row),
    host: row.host_id,
    image,
    // Without a GPU (product §4); a package's cards stay reserved and unused.
    cpu: with_gpu ? row.cpu : limits.no_gpu_cpu,
    memory_mb: (with_gpu ? row.memory_gb : limits.no_gpu_memory_gb) * 1024,
    gpu_model,
    gpu_uuids: with_gpu ? await gpusRepo(db).of(row.id) : [],
    sys_disk_gb: row.sys_disk_gb,
    data_disk_gb: row.data_disk_gb,
    hostname: row.id,
    authorized_keys: row.authorized_key ? [row.authorized_key] : [],
    expects: disksExpected(row),
    mounts: await mountsOf(deps, row),
  }
}
