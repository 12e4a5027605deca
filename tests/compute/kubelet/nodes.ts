import { setTimeout as after } from 'node:timers/promises'
import { parseQuantity } from '#server/adapters/compute.kubernetes/quantities.ts'
import { type ClusterApi, isStatus } from './cluster-api.ts'
import type { Condition, Pod } from './objects.ts'

/** What a node has to give. */
export interface NodeDefinition {
  name: string
  cpu: number
  memory: string
  pods?: number
  /** Cards and the like, as a vendor's device plugin announces them: `{ 'nvidia.com/gpu': 8 }`. */
  resources?: Record<string, number>
  labels?: Record<string, string>
}

const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases'
const heartbeatMs = 3_000
const leaseSeconds = 40
const taints = {
  'not-ready': { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' },
  silent: { key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' },
}
const now = () => new Date().toISOString()

/**
 * A node of the cluster. It also does for it what the cluster's node controller would, which is not there: taints it when it
 * is not ready, and says at once that nothing is known of it when it has fallen silent.
 */
export class StandInNode {
  readonly name: string
  readonly #api: ClusterApi
  readonly #definition: NodeDefinition
  readonly #port: number
  readonly #cards = new Map<string, (string | undefined)[]>()
  #state: 'ready' | 'not-ready' | 'silent' = 'ready'
  #since = now()
  #heard: Promise<void> = Promise.resolve()
  #endSilence: () => void = () => undefined

  constructor(api: ClusterApi, definition: NodeDefinition, port: number) {
    this.name = definition.name
    this.#api = api
    this.#definition = definition
    this.#port = port
    for (const [resource, count] of Object.entries(definition.resources ?? {})) {
      this.#cards.set(resource, Array<undefined>(count).fill(undefined))
    }
  }

  get isSilent(): boolean {
    return this.#state === 'silent'
  }

  /** Resolves when the node has a say: at once, or when its silence ends. */
  speaks(): Promise<void> {
    return this.#heard
  }

  async register(signal: AbortSignal): Promise<void> {
    const labels = { 'kubernetes.io/hostname': this.name, 'kubernetes.io/os': 'linux', ...this.#definition.labels }
    await this.#api.create('/api/v1/nodes', { metadata: { name: this.name, labels }, status: this.#status() })
    await this.#api.create('/api/v1/namespaces', { metadata: { name: 'kube-node-lease' } }).catch(() => undefined)
    await this.#api.create(leases, { metadata: { name: this.name }, spec: this.#lease() })
    void this.#beat(signal)
  }

  async becomeReady(): Promise<void> {
    await this.#enter('ready')
    this.#endSilence()
  }

  becomeNotReady(): Promise<void> {
    return this.#enter('not-ready')
  }

  /** Nothing is heard of it, and nothing reaches it, while its containers go on. */
  async fallSilent(): Promise<void> {
    this.#heard = new Promise((resolve) => {
      this.#endSilence = resolve
    })
    await this.#enter('silent')
  }

  async leave(): Promise<void> {
    this.#state = 'ready'
    this.#endSilence()
    await this.#api.delete(`/api/v1/nodes/${this.name}`)
    await this.#api.delete(`${leases}/${this.name}`)
  }

  /** Gives the pod its cards, each to one pod; undefined, and none, when there are not enough. */
  takeCards(pod: Pod): Map<string, number[]> | undefined {
    const taken = new Map<string, number[]>()
    for (const [resource, slots] of this.#cards) {
      const limits = pod.spec.containers.map((container) => container.resources?.limits?.[resource])
      const wanted = limits.reduce((sum, limit) => sum + (limit === undefined ? 0 : parseQuantity(limit)), 0)
      const free = slots.flatMap((owner, slot) => (owner === undefined ? [slot] : []))
      if (free.length < wanted) return undefined
      taken.set(resource, free.slice(0, wanted))
    }
    for (const [resource, slots] of taken) for (const slot of slots) this.#cards.get(resource)![slot] = pod.metadata.uid
    return taken
  }

  giveBackCards(pod: Pod): void {
    for (const slots of this.#cards.values()) {
      for (const [slot, owner] of slots.entries()) if (owner === pod.metadata.uid) slots[slot] = undefined
    }
  }

  async #enter(state: 'ready' | 'not-ready' | 'silent'): Promise<void> {
    if (this.#state !== state) this.#since = now()
    this.#state = state
    await this.#api.patch(`/api/v1/nodes/${this.name}`, { spec: { taints: state === 'ready' ? null : [taints[state]] } })
    await this.#api.patch(`/api/v1/nodes/${this.name}/status`, { status: this.#status() })
  }

  async #beat(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await after(heartbeatMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted || this.isSilent) continue
      const beats = [
        this.#api.patch(`${leases}/${this.name}`, { spec: this.#lease() }),
        this.#api.patch(`/api/v1/nodes/${this.name}/status`, { status: { conditions: this.#conditions() } }),
      ]
      for (const { status, reason } of (await Promise.allSettled(beats)) as PromiseRejectedResult[]) {
        if (status === 'rejected' && !signal.aborted && !isStatus(404)(reason)) console.error(reason)
      }
    }
  }

  #lease() {
    // of microseconds, as the API wants it
    return { holderIdentity: this.name, leaseDurationSeconds: leaseSeconds, renewTime: now().replace('Z', '000Z') }
  }

  #conditions(): (Condition & { lastHeartbeatTime: string })[] {
    const told = {
      ready: { status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' },
      'not-ready': { status: 'False', reason: 'KubeletNotReady', message: 'container runtime is down' },
      silent: { status: 'Unknown', reason: 'NodeStatusUnknown', message: 'Kubelet stopped posting node status.' },
    } as const
    const times = { lastHeartbeatTime: now(), lastTransitionTime: this.#since }
    const pressures = ['MemoryPressure', 'DiskPressure', 'PIDPressure'].map(
      (type) => ({ type, status: this.isSilent ? 'Unknown' : 'False', reason: 'StandIn', message: '', ...times }) as const,
    )
    return [...pressures, { type: 'Ready', ...told[this.#state], ...times }]
  }

  #status() {
    const { cpu, memory, pods = 110, resources = {} } = this.#definition
    const cards = Object.entries(resources).map(([resource, count]) => [resource, String(count)])
    const all = { cpu: String(cpu), memory, pods: String(pods), 'ephemeral-storage': '1Ti', ...Object.fromEntries(cards) }
    return {
      capacity: all,
      allocatable: all,
      conditions: this.#conditions(),
      addresses: [
        { type: 'InternalIP', address: '127.0.0.1' },
        { type: 'Hostname', address: this.name },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: this.#port } },
      nodeInfo: {
        architecture: 'amd64',
        operatingSystem: 'linux',
        kubeletVersion: 'v1.20.2-stand-in',
        containerRuntimeVersion: 'docker://stand-in',
        kernelVersion: '',
        osImage: '',
        machineID: '',
        systemUUID: '',
        bootID: '',
        kubeProxyVersion: '',
      },
    }
  }
}
