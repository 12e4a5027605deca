import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { refOf } from '#server/domains/rentals/instances/instance-spec.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import type { UsageSample } from '#server/ports/compute.ts'

/** What the engine says these instances use now; one that it does not know or that stands still is left out. */
export const usageOf = (
  deps: Pick<Deps, 'compute' | 'installation_id'>,
  rows: readonly Pick<InstanceRow, 'id' | 'generation'>[],
): Promise<UsageSample[]> => deps.compute.usage(rows.map((row) => refOf(deps, row)))

/** The cores and memory an instance may use in the way it was booted last (product §4). */
export const sizeOnEngine = (row: Pick<InstanceRow, 'gpu_mode' | 'cpu' | 'memory_gb'>) => ({
  cpu: row.gpu_mode === 'gpu' ? row.cpu : limits.no_gpu_cpu,
  memory_gb: row.gpu_mode === 'gpu' ? row.memory_gb : limits.no_gpu_memory_gb,
})

/** How the engine knows an instance, and of what size. */
export const measuredAs = (
  installation: Pick<Deps, 'installation_id'>,
  row: Pick<InstanceRow, 'id' | 'generation' | 'gpu_mode' | 'cpu' | 'memory_gb'>,
) => ({ ...refOf(installation, row), ...sizeOnEngine(row) })
