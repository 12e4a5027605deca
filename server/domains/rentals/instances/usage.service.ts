import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { toInstanceRef } from '#server/domains/rentals/instances/instance-spec.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import type { UsageSample } from '#server/ports/compute.ts'

/** What the engine says these instances use now; one that it does not know or that stands still is left out. */
export const readInstanceUsage = (
  deps: Pick<Deps, 'compute' | 'installation_id'>,
  rows: readonly Pick<InstanceRow, 'id' | 'generation'>[],
): Promise<UsageSample[]> => deps.compute.usage(rows.map((row) => toInstanceRef(deps, row)))

/** The cores and memory an instance may use in the way it was booted last (product §4). */
export const computeEngineSize = (row: Pick<InstanceRow, 'gpu_mode' | 'cpu' | 'memory_gb'>) => ({
  cpu: row.gpu_mode === 'gpu' ? row.cpu : limits.noGpuCpu,
  memory_gb: row.gpu_mode === 'gpu' ? row.memory_gb : limits.noGpuMemoryGb,
})

/** How the engine knows an instance, and of what size. */
export const toMeasuredInstance = (
  installation: Pick<Deps, 'installation_id'>,
  row: Pick<InstanceRow, 'id' | 'generation' | 'gpu_mode' | 'cpu' | 'memory_gb'>,
) => ({ ...toInstanceRef(installation, row), ...computeEngineSize(row) })
