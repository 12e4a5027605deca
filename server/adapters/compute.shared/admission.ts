import { KeyedMutex } from '#server/lib/concurrency.ts'
import type { InstanceSpec } from '#server/ports/compute.ts'
import type { ComputeHost } from '#server/ports/compute-host.ts'
import { InvalidSpec, NoCapacity } from '#server/ports/driver-errors.ts'

/** Resources that one live object holds on its host. `memory_mb` in MiB. */
export interface ResourceClaim {
  id: string
  host: string
  cpu: number
  memory_mb: number
  gpu_uuids: readonly string[]
}

export const toResourceClaim = (spec: InstanceSpec): ResourceClaim => ({
  id: spec.id,
  host: spec.host,
  cpu: spec.cpu,
  memory_mb: spec.memory_mb,
  gpu_uuids: spec.gpu_uuids,
})

const sumClaims = (claims: readonly ResourceClaim[], what: 'cpu' | 'memory_mb') =>
  claims.reduce((sum, claim) => sum + claim[what], 0)
const roundingTolerance = 1e-6

/** Throws `InvalidSpec` if the host or a card does not exist, `NoCapacity` if others hold what `wanted` needs. */
export function assertCapacity(wanted: ResourceClaim, hosts: readonly ComputeHost[], claims: readonly ResourceClaim[]): void {
  const host = hosts.find(({ name }) => name === wanted.host)
  if (!host) throw new InvalidSpec(`host ${wanted.host} does not exist`)
  const strange = wanted.gpu_uuids.find((uuid) => !host.gpus.some((gpu) => gpu.uuid === uuid))
  if (strange) throw new InvalidSpec(`host ${host.name} has no gpu ${strange}`)
  if (!host.schedulable) throw new NoCapacity(host.problem ?? `host ${host.name} takes no new instances`)
  const others = claims.filter((claim) => claim.host === host.name && claim.id !== wanted.id)
  const taken = wanted.gpu_uuids.find((uuid) => others.some((claim) => claim.gpu_uuids.includes(uuid)))
  if (taken) throw new NoCapacity(`gpu ${taken} is in use`)
  if (sumClaims(others, 'cpu') + wanted.cpu > host.cpu + roundingTolerance)
    throw new NoCapacity(`host ${host.name} has too few free cores`)
  if (sumClaims(others, 'memory_mb') + wanted.memory_mb > host.memory_mb) {
    throw new NoCapacity(`host ${host.name} has too little free memory`)
  }
}

/** Merges claims by id, so that an object both live and reserved counts once. */
const mergeClaims = (live: readonly ResourceClaim[], reserved: readonly ResourceClaim[]): ResourceClaim[] => [
  ...new Map([...live, ...reserved].map((claim) => [claim.id, claim])).values(),
]

/** Admits one claim at a time and keeps it until the engine reports the object, so two starts never share a card. */
export class AdmissionControl {
  readonly #turns = new KeyedMutex()
  readonly #reserved = new Map<string, ResourceClaim>()

  /**
   * Reserves for `wanted` or throws like `assertCapacity`. `live` reads the current claims; call the result when the object
   * is live.
   */
  reserve(
    wanted: ResourceClaim,
    live: () => Promise<{ hosts: readonly ComputeHost[]; claims: readonly ResourceClaim[] }>,
  ): Promise<() => void> {
    return this.#turns.run('', async () => {
      const held = [...this.#reserved.values()] // `live` may miss a claim that is released during the read
      const { hosts, claims } = await live()
      assertCapacity(wanted, hosts, mergeClaims(claims, [...held, ...this.#reserved.values()]))
      this.#reserved.set(wanted.id, wanted)
      return () => {
        if (this.#reserved.get(wanted.id) === wanted) this.#reserved.delete(wanted.id)
      }
    })
  }
}
