import pMap from 'p-map'
import { gpuMissingState } from '#server/adapters/compute.shared/run-state.ts'
import type { InstanceRef, ObservedInstance } from '#server/ports/compute.ts'
import { isContainerLive, toObservedContainer } from './container-state.ts'
import type { OurContainer } from './containers.ts'
import type { DockerDriverContext } from './driver-context.ts'
import { type ContainerLabels, moveLabels, parseLabelGpus, parseLabelRef } from './names.ts'

const maxParallelObservations = 8

export const buildAbsentObserved = (
  { clock }: DockerDriverContext,
  { installation_id: installationId, id, generation }: InstanceRef,
): ObservedInstance => ({
  ref: { installation_id: installationId, id, generation },
  phase: 'absent',
  observed_at: clock.now(),
})

/** Observes a container; a running one without its cards counts as failed. */
export async function observeContainer(parts: DockerDriverContext, container: OurContainer): Promise<ObservedInstance> {
  const booting = parts.booting.get(container.ref.id)?.generation === container.ref.generation
  const observed = toObservedContainer(container, parts.clock.now(), booting)
  const cards = isContainerLive(container.info) ? parseLabelGpus(container.info.Config.Labels ?? {}) : []
  const used = cards.length > 0 ? { gpu_uuids: cards } : {}
  if (observed.phase !== 'running' || !(await parts.gpu_check.isMissing(container))) return { ...observed, ...used }
  return { ref: observed.ref, ...gpuMissingState, ...used, observed_at: observed.observed_at }
}

/** Observes exactly this generation. */
export async function observeGeneration(parts: DockerDriverContext, ref: InstanceRef): Promise<ObservedInstance> {
  const before = parts.pulls.observed(ref, parts.clock.now())
  if (before) return before
  const found = (await parts.containers.find(ref.id)).find((container) => container.ref.generation === ref.generation)
  if (found) return observeContainer(parts, found)
  return (
    listWithoutContainer(parts).find((other) => other.ref.id === ref.id && other.ref.generation === ref.generation) ??
    buildAbsentObserved(parts, ref)
  )
}

/** Lists all objects, including those still waiting to be created. Throws unless the list is complete. */
export async function listObserved(parts: DockerDriverContext, signal?: AbortSignal): Promise<ObservedInstance[]> {
  const [containers, marks] = await Promise.all([
    parts.containers.find(undefined, signal),
    parts.storage.listMarked(moveLabels.arrival, signal),
  ])
  const ids = new Set(containers.map(({ info }) => info.Id))
  parts.gpu_check.keepOnly(ids)
  const observed = await pMap(containers, (container) => observeContainer(parts, container), {
    concurrency: maxParallelObservations,
  })
  const seen = new Set(observed.map(({ ref }) => generationKey(ref)))
  return [
    ...observed,
    ...[...listWithoutContainer(parts), ...listArrivals(parts, marks)].filter(({ ref }) => !seen.has(generationKey(ref))),
  ]
}

/** Disks that arrive from another host are listed, so that what an interrupted move left is found. */
function listArrivals({ clock }: DockerDriverContext, marks: readonly ContainerLabels[]): ObservedInstance[] {
  const refs = marks.flatMap((labels) => parseLabelRef(labels) ?? [])
  return refs.map((ref) => ({ ref, phase: 'creating', message: '磁盘正在迁来。', observed_at: clock.now() }))
}

const generationKey = ({ id, generation }: InstanceRef) => `${id} ${generation}`

/** Lists instances that have no container now: waiting for an image, or between an old container and its replacement. */
function listWithoutContainer({ pulls, booting, clock }: DockerDriverContext): ObservedInstance[] {
  const now = clock.now()
  const creating = [...booting.values()].map((ref): ObservedInstance => ({ ref, phase: 'creating', observed_at: now }))
  return [...pulls.all(now), ...creating]
}
