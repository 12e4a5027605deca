import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { toInstanceRef } from '#server/domains/rentals/instances/instance-spec.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import type { UsageSample } from '#server/ports/compute.ts'

/** Reads the current usage of these instances from the engine; unknown or stopped ones are left out. */
export const readInstanceUsage = (
  deps: Pick<Deps, 'compute' | 'installation_id'>,
  rows: readonly Pick<InstanceRow, 'id' | 'generation' | 'host_id'>[],
): Promise<UsageSample[]> => deps.compute.usage(rows.map((row) => toInstanceRef(deps, row)))

/** Returns the cores and memory of an instance in its current GPU mode (product §4). */
export const computeEngineSize = (row: Pick<InstanceRow, 'gpu_mode' | 'cpu' | 'memory_gb'>) => ({
  cpu: row.gpu_mode === 'gpu' ? row.cpu : limits.noGpuCpu,
  memory_gb: row.gpu_mode === 'gpu' ? row.memory_gb : limits.noGpuMemoryGb,
})

/** Returns the engine reference and size of an instance. */
export const toMeasuredInstance = (
  installation: Pick<Deps, 'installation_id'>,
  row: Pick<InstanceRow, 'id' | 'generation' | 'host_id' | 'gpu_mode' | 'cpu' | 'memory_gb'>,
) => ({ ...toInstanceRef(installation, row), ...computeEngineSize(row) })
