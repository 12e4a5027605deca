import pMap from 'p-map'
import type { Observed, Ref } from '#server/ports/compute.ts'
import { gpuMissing, observedOf } from './container-state.ts'
import type { OurContainer } from './containers.ts'
import type { Parts } from './driver-context.ts'

const at_once = 8

export const absent = ({ clock }: Parts, { installation_id, id, generation }: Ref): Observed => ({
  ref: { installation_id, id, generation },
  phase: 'absent',
  observed_at: clock.now(),
})

/** A running container without its cards counts as failed. */
export async function observeContainer(parts: Parts, container: OurContainer): Promise<Observed> {
  const booting = parts.booting.get(container.ref.id)?.generation === container.ref.generation
  const observed = observedOf(container, parts.clock.now(), booting)
  if (observed.phase !== 'running' || !(await parts.gpu_check.isMissing(container))) return observed
  return { ref: observed.ref, ...gpuMissing, observed_at: observed.observed_at }
}

/** Exactly this generation. */
export async function observe(parts: Parts, ref: Ref): Promise<Observed> {
  const before = parts.pulls.observed(ref, parts.clock.now())
  if (before) return before
  const found = (await parts.containers.find(ref.id)).find((container) => container.ref.generation === ref.generation)
  if (found) return observeContainer(parts, found)
  return unseen(parts).find((other) => other.ref.id === ref.id && other.ref.generation === ref.generation) ?? absent(parts, ref)
}

/** Every object there is, and what waits to become one. Throws unless complete. */
export async function list(parts: Parts, signal?: AbortSignal): Promise<Observed[]> {
  const containers = await parts.containers.find(undefined, signal)
  const ids = new Set(containers.map(({ info }) => info.Id))
  parts.gpu_check.keepOnly(ids)
  const observed = await pMap(containers, (container) => observeContainer(parts, container), { concurrency: at_once })
  const seen = new Set(observed.map(({ ref }) => key(ref)))
  return [...observed, ...unseen(parts).filter(({ ref }) => !seen.has(key(ref)))]
}

const key = ({ id, generation }: Ref) => `${id} ${generation}`

/** Instances without a container at this moment: waiting for an image, or between an old container and its successor. */
function unseen({ pulls, booting, clock }: Parts): Observed[] {
  const now = clock.now()
  const creating = [...booting.values()].map((ref): Observed => ({ ref, phase: 'creating', observed_at: now }))
  return [...pulls.all(now), ...creating]
}
