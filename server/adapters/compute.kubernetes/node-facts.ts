import { type VendorName, vendorNames } from '#contract/vendors.ts'
import { acceleratorProfiles } from '#server/adapters/compute.shared/accelerators/profiles.ts'
import type { ResourceClaim } from '#server/adapters/compute.shared/admission.ts'
import { withSingleFlight } from '#server/lib/concurrency.ts'
import type { ComputeHost, HostReport } from '#server/ports/compute-host.ts'
import { InvalidSpec } from '#server/ports/driver-errors.ts'
import type { ClusterClient } from './cluster-client.ts'
import { allPodsPath, nodesPath, parseClaim, parseRef } from './names.ts'
import type { ClusterNode, ClusterPod } from './objects.ts'
import type { PodStore } from './pod-store.ts'
import { parseQuantity } from './quantities.ts'
import type { KubernetesSettings } from './settings.ts'

const mib = 2 ** 20
const freshMs = 3_000
/** Said by an operator where no vendor's label says which cards a node has. */
const modelLabel = 'zhisuan.cn/card-model'
/** What the vendors' own programs write on a node. */
const vendorModelLabels: Record<VendorName, string> = {
  nvidia: 'nvidia.com/gpu.product',
  ascend: 'node.kubernetes.io/npu.chip.name',
  kunlun: 'kunlunxin.com/xpu.product',
}
const architectureLabel = 'kubernetes.io/arch'
const finishedPods = 'status.phase!=Succeeded,status.phase!=Failed'

/** How a node counts its cards, and how many of them it gives. */
interface NodeCards {
  resource: string
  vendor: VendorName
  count: number
}

/** A rented node, with what others hold of it. */
interface RentedNode {
  node: ClusterNode
  cards: NodeCards | undefined
  foreign: { cpu: number; memory_mb: number; cards: number }
}

/** The nodes of a cluster that are rented out. */
export class NodeFacts {
  readonly #client: ClusterClient
  readonly #settings: KubernetesSettings
  readonly #pods: PodStore
  readonly #load = withSingleFlight((signal?: AbortSignal) => this.#read(signal))
  #known: { at: number; nodes: Map<string, RentedNode> } | undefined

  constructor(client: ClusterClient, settings: KubernetesSettings, pods: PodStore) {
    this.#client = client
    this.#settings = settings
    this.#pods = pods
  }

  async reports(signal?: AbortSignal): Promise<HostReport[]> {
    const nodes = await this.#load(signal)
    const claims = await this.listClaims(signal)
    return [...nodes.values()].map((rented) => {
      const { name } = rented.node.metadata
      if (!isNodeReady(rented.node)) return { host: name, problem: describeSilence(rented.node) }
      return { host: name, facts: this.#describe(rented, claims) }
    })
  }

  /** What a start is admitted against. A silent node takes nothing. */
  async hosts(): Promise<{ hosts: ComputeHost[]; claims: ResourceClaim[] }> {
    const [nodes, claims] = [await this.#nodes(), await this.listClaims()]
    return { hosts: [...nodes.values()].map((rented) => this.#describe(rented, claims)), claims }
  }

  /** What the live pods of this installation hold. */
  async listClaims(signal?: AbortSignal): Promise<ResourceClaim[]> {
    const live = (await this.#pods.list({ parts: ['main', 'seed'] }, signal)).filter(isPodLive)
    return live.map(parseClaim).filter((claim) => claim !== undefined)
  }

  /** Throws `InvalidSpec` unless it is rented out. */
  async cardsOf(host: string): Promise<NodeCards | undefined> {
    const rented = (await this.#nodes()).get(host)
    if (!rented) throw new InvalidSpec(`host ${host} does not exist`)
    return rented.cards
  }

  /** Returns what a rented node's processors are called, such as `amd64`; undefined if it does not say. */
  async architectureOf(host: string): Promise<string | undefined> {
    return (await this.#nodes()).get(host)?.node.metadata.labels?.[architectureLabel]
  }

  /** Tells of every rented node whether it speaks. */
  async readiness(signal?: AbortSignal): Promise<Map<string, boolean>> {
    const nodes = await this.#nodes(signal)
    return new Map([...nodes].map(([name, { node }]) => [name, isNodeReady(node)]))
  }

  /** Tells whether a node speaks, also one that is no longer rented out; undefined if the cluster has none of that name. */
  async speaks(name: string): Promise<boolean | undefined> {
    const rented = (await this.readiness()).get(name)
    if (rented !== undefined) return rented
    const node = await this.#client.find<ClusterNode>(`${nodesPath}/${name}`)
    return node && isNodeReady(node)
  }

  #isOurs(pod: ClusterPod): boolean {
    return parseRef(pod)?.installation_id === this.#settings.installation_id && parseClaim(pod) !== undefined
  }

  async #nodes(signal?: AbortSignal): Promise<Map<string, RentedNode>> {
    const isFresh = this.#known && this.#settings.clock.now().getTime() - this.#known.at < freshMs
    return isFresh ? this.#known!.nodes : this.#load(signal)
  }

  async #read(signal?: AbortSignal): Promise<Map<string, RentedNode>> {
    const labelSelector = Object.entries(this.#settings.node_selector)
      .map(([key, value]) => `${key}=${value}`)
      .join(',')
    const [nodes, pods] = await Promise.all([
      this.#client.list<ClusterNode>(nodesPath, { labelSelector }, signal),
      this.#client.list<ClusterPod>(allPodsPath, { fieldSelector: finishedPods }, signal),
    ])
    const byNode = groupByNode(pods.items)
    const rented = nodes.items.map((node): [string, RentedNode] => {
      const cards = countCards(node)
      const foreign = (byNode.get(node.metadata.name) ?? []).filter((pod) => !this.#isOurs(pod))
      return [node.metadata.name, { node, cards, foreign: sumRequests(foreign, cards?.resource) }]
    })
    this.#known = { at: this.#settings.clock.now().getTime(), nodes: new Map(rented) }
    return this.#known.nodes
  }

  #describe({ node, cards, foreign }: RentedNode, claims: readonly ResourceClaim[]): ComputeHost {
    const { name } = node.metadata
    const { allocatable = {} } = node.status
    const { reserved, runtime_class: runtimeClass, enforces_disk_size: limits, shared_folder: shared, registry } = this.#settings
    const problem = this.#findProblem(node)
    const memory = Math.floor(parseQuantity(allocatable.memory) / mib) - foreign.memory_mb - reserved.memory_mb
    return {
      name,
      cpu: Math.max(0, Math.round((parseQuantity(allocatable.cpu) - foreign.cpu - reserved.cpu) * 1000) / 1000),
      memory_mb: Math.max(0, memory),
      gpus: cards ? nameCards(node, cards, foreign.cards, claims) : [],
      schedulable: problem === undefined,
      ...(problem !== undefined && { problem }),
      isolation: runtimeClass === 'gvisor' ? ['gvisor'] : [],
      capabilities: {
        keeps_system_disk: true,
        saves_images: registry !== undefined,
        moves_disks: false,
        shares_images: registry !== undefined,
        mounts_files: shared !== undefined,
        measures_disks: false,
        limits_system_disk: limits,
        limits_data_disk: limits,
        cards: cards ? 'slot' : 'none',
      },
      simulated: false,
    }
  }

  #findProblem(node: ClusterNode): string | undefined {
    if (!isNodeReady(node)) return describeSilence(node)
    if (node.spec.unschedulable) return '节点已封锁（cordon），不接受新的实例；执行 kubectl uncordon 后恢复。'
    const { tolerated_taints: tolerated } = this.#settings
    const refusing = (node.spec.taints ?? []).find(({ key, effect }) => effect !== 'PreferNoSchedule' && !tolerated.includes(key))
    return refusing && `节点有污点 ${refusing.key}，不接受实例；去掉它，或在集群的设置里写明容忍它。`
  }
}

export const isPodLive = ({ status }: ClusterPod): boolean => status.phase !== 'Succeeded' && status.phase !== 'Failed'

const readyCondition = ({ status }: ClusterNode) => status.conditions?.find(({ type }) => type === 'Ready')
const isNodeReady = (node: ClusterNode): boolean => readyCondition(node)?.status === 'True'

function describeSilence(node: ClusterNode): string {
  const { reason = '', message = '' } = readyCondition(node) ?? {}
  return `节点没有应答集群（NotReady${reason && `：${reason}`}）。${message.slice(0, 200)}`
}

function countCards(node: ClusterNode): NodeCards | undefined {
  const counted = Object.entries(node.status.allocatable ?? {}).flatMap(([resource, text]) => {
    const profile = acceleratorProfiles.find(({ kubernetes_resources: names }) => names.test(resource))
    const count = Math.floor(parseQuantity(text))
    return profile && count > 0 ? [{ resource, vendor: profile.vendor, count }] : []
  })
  return counted[0]
}

/** Names a node's cards by their places. Those that our pods hold keep their names; others' pods take away from the rest. */
function nameCards(
  { metadata }: ClusterNode,
  { vendor, count }: NodeCards,
  foreign: number,
  claims: readonly ResourceClaim[],
): ComputeHost['gpus'] {
  const held = new Set(claims.flatMap(({ host, gpu_uuids: cards }) => (host === metadata.name ? cards : [])))
  const all = Array.from({ length: count }, (_, place) => `${metadata.name}:${place}`)
  const free = all.filter((card) => !held.has(card)).slice(0, Math.max(0, count - held.size - foreign))
  const model = readModel(metadata.labels ?? {}, vendor)
  return all.filter((card) => held.has(card) || free.includes(card)).map((uuid) => ({ uuid, model, vendor }))
}

/** Labels hold no spaces: `NVIDIA-GeForce-RTX-4090` is what the card calls itself `GeForce RTX 4090`. */
function readModel(labels: Record<string, string>, vendor: VendorName): string {
  const told = labels[modelLabel] ?? labels[vendorModelLabels[vendor]] ?? vendorNames[vendor]
  return told.replace(/^NVIDIA-/, '').replace(/[-_]+/g, ' ')
}

function sumRequests(pods: readonly ClusterPod[], resource: string | undefined): RentedNode['foreign'] {
  const sum = (what: string) =>
    pods.reduce((total, { spec }) => {
      const ask = ({ resources }: (typeof spec.containers)[number]) =>
        parseQuantity(resources?.requests?.[what] ?? resources?.limits?.[what])
      const main = spec.containers.reduce((own, container) => own + ask(container), 0)
      return total + Math.max(main, ...(spec.initContainers ?? []).map(ask))
    }, 0)
  return { cpu: sum('cpu'), memory_mb: Math.ceil(sum('memory') / mib), cards: resource ? sum(resource) : 0 }
}

function groupByNode(pods: readonly ClusterPod[]): Map<string | undefined, ClusterPod[]> {
  const groups = new Map<string | undefined, ClusterPod[]>()
  for (const pod of pods) groups.set(pod.spec.nodeName, [...(groups.get(pod.spec.nodeName) ?? []), pod])
  return groups
}
