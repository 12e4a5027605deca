import pMap from 'p-map'
import type { RunState } from '#server/adapters/compute.shared/run-state.ts'
import type { HostListing, InstanceRef, ObservedInstance } from '#server/ports/compute.ts'
import type { KubernetesContext } from './kubernetes-context.ts'
import { formatPodName, getPart, parseClaim, parseRef } from './names.ts'
import type { ClusterPod } from './objects.ts'
import { computePodState, needsEvents } from './pod-state.ts'
import type { SystemDisk } from './system-disks.ts'

const maxParallelQuestions = 8
/** How long a pod may be missing after it was asked for. */
const creatingMs = 60_000

const removedState: RunState = { phase: 'failed', reason: 'Killed', message: '实例的容器组在集群里被删除了。' }
const lostState: RunState = { phase: 'failed', reason: 'NodeLost', message: '实例所在的节点已经不在集群里。' }

/** Pods of an instance that count for its state: the instance itself, and what fills its disk. */
export const livingParts = ['main', 'seed'] as const

export const buildMissing = ({ settings }: KubernetesContext, ref: InstanceRef): ObservedInstance => ({
  ref: { installation_id: ref.installation_id, id: ref.id, generation: ref.generation },
  phase: 'absent',
  observed_at: settings.clock.now(),
})

/** Observes exactly this generation. */
export async function observeInstance(parts: KubernetesContext, ref: InstanceRef): Promise<ObservedInstance> {
  const [disks, pods] = await Promise.all([parts.disks.list(ref.id), parts.pods.list({ id: ref.id, parts: livingParts })])
  const disk = disks.find((one) => one.ref.generation === ref.generation)
  return disk ? observeDisk(parts, disk, pods) : buildMissing(parts, ref)
}

/** Observes the instance of a disk; `pods` may be of others too. A running one that does not see its cards counts as failed. */
export async function observeDisk(
  parts: KubernetesContext,
  { ref, record }: SystemDisk,
  pods: readonly ClusterPod[],
): Promise<ObservedInstance> {
  const own = pods.filter((pod) => isOf(pod, ref))
  const now = parts.settings.clock.now()
  const cards = own.flatMap((one) => parseClaim(one)?.gpu_uuids ?? [])
  const used = cards.length > 0 ? { gpu_uuids: cards } : {}
  const observed = (state: RunState): ObservedInstance => ({ ref, ...state, ...used, observed_at: now })
  const speaks = own.length > 0 ? await parts.nodes.speaks(record.host) : true
  if (speaks === undefined) return observed(lostState)
  if (!speaks) return observed({ phase: 'unknown', message: '实例所在的节点没有应答集群。' })
  if (record.desired === 'stopped') return observed({ phase: own.length > 0 ? 'stopping' : 'stopped' })
  const pod = own.find(({ metadata }) => metadata.name === formatPodName(ref, record.boot)) ?? own.find(isSeed)
  if (!pod) {
    const isMissing = own.length === 0 && now.getTime() - Date.parse(record.since) > creatingMs
    return observed(isMissing ? removedState : { phase: 'creating' })
  }
  if (pod.metadata.deletionTimestamp) return observed({ phase: isSeed(pod) ? 'creating' : 'stopping' })
  const events = needsEvents(pod) ? await parts.pods.listEvents(pod) : []
  const state = computePodState(pod, record.image, events, now)
  const isFilling = isSeed(pod) && (state.phase === 'running' || state.phase === 'stopped')
  if (isFilling) return observed({ phase: 'creating' })
  return observed((state.phase === 'running' ? await parts.card_check.findFailure(pod) : undefined) ?? state)
}

/** Lists all instances, node by node. Throws unless the list is complete. */
export async function listPodInstances(parts: KubernetesContext, signal?: AbortSignal): Promise<HostListing[]> {
  const [disks, pods, nodes] = await Promise.all([
    parts.disks.list(undefined, signal),
    parts.pods.list({ parts: livingParts }, signal),
    parts.nodes.readiness(signal),
  ])
  parts.card_check.keepOnly(new Set(pods.map(({ metadata }) => metadata.uid)))
  const byId = new Map<string, ClusterPod[]>()
  for (const pod of pods) {
    const id = parseRef(pod)?.id ?? ''
    byId.set(id, [...(byId.get(id) ?? []), pod])
  }
  const seen = await pMap(disks, (disk) => observeDisk(parts, disk, byId.get(disk.ref.id) ?? []), {
    concurrency: maxParallelQuestions,
  })
  const listings = new Map([...nodes.keys()].map((host): [string, HostListing] => [host, { host, complete: true, seen: [] }]))
  for (const [nth, { record }] of disks.entries()) {
    const listing = listings.get(record.host) ?? { host: record.host, complete: true, seen: [] }
    listing.seen.push(seen[nth]!)
    listings.set(record.host, listing)
  }
  return [...listings.values()]
}

export const isSeed = (pod: ClusterPod): boolean => getPart(pod) === 'seed'

/** True for a pod of exactly this generation. */
export function isOf(pod: ClusterPod, { id, generation }: InstanceRef): boolean {
  const ref = parseRef(pod)
  return ref?.id === id && ref.generation === generation
}
