import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { refOf } from '#server/modules/instances/instance-spec.ts'
import type { InstanceRow } from '#server/modules/instances/instances.repo.ts'
import type { UsageSample } from '#server/ports/compute.ts'

/** What the engine says these instances use now; one that it does not know or that stands still is left out. */
export const usageOf = (
  { compute }: Pick<Deps, 'compute'>,
  rows: readonly Pick<InstanceRow, 'id' | 'generation'>[],
): Promise<UsageSample[]> => compute.usage(rows.map(refOf))

/** How the engine knows an instance, and the cores and memory it may use in the way it was booted last (product §4). */
export const sizeOnEngine = (row: Pick<InstanceRow, 'id' | 'generation' | 'gpu_mode' | 'cpu' | 'memory_gb'>) => ({
  ...refOf(row),
  cpu: row.gpu_mode === 'gpu' ? row.cpu : limits.no_gpu_cpu,
  memory_gb: row.gpu_mode === 'gpu' ? row.memory_gb : limits.no_gpu_memory_gb,
})
