import { type ClusterClient, ignoreStatus } from './cluster-client.ts'
import { buildObjectPath, buildSelector, type Part } from './names.ts'
import type { ClusterPod, PodEvent } from './objects.ts'

const taken = 409

/** Pods of one installation, found by label. */
export class PodStore {
  readonly #client: ClusterClient
  readonly #installation_id: string

  constructor(client: ClusterClient, installationId: string) {
    this.#client = client
    this.#installation_id = installationId
  }

  async list(wanted: { id?: string; parts?: readonly Part[] } = {}, signal?: AbortSignal): Promise<ClusterPod[]> {
    const labelSelector = buildSelector(this.#installation_id, wanted)
    return (await this.#client.list<ClusterPod>(buildObjectPath(this.#client.namespace, 'pods'), { labelSelector }, signal)).items
  }

  find(name: string): Promise<ClusterPod | undefined> {
    return this.#client.find(buildObjectPath(this.#client.namespace, 'pods', name))
  }

  /** Creates a pod, or returns the one of that name: another server was faster, or our own response was lost. */
  async create(body: { metadata: { name: string } }): Promise<ClusterPod | undefined> {
    const path = buildObjectPath(this.#client.namespace, 'pods')
    return (await ignoreStatus(taken, this.#client.create<ClusterPod>(path, body))) ?? this.find(body.metadata.name)
  }

  /** Asks the cluster to end a pod. It stays until its node says that it has ended, for never may two write to one disk. */
  remove({ metadata }: ClusterPod, graceSeconds: number): Promise<void> {
    const gracePeriodSeconds = Math.max(1, Math.ceil(graceSeconds))
    const options = { gracePeriodSeconds, preconditions: { uid: metadata.uid } }
    const removal = this.#client.delete(buildObjectPath(this.#client.namespace, 'pods', metadata.name), options)
    return ignoreStatus(taken, removal).then(() => undefined) // another pod of that name: ours is gone
  }

  /** Returns what happened to a pod, oldest first. */
  async listEvents({ metadata }: ClusterPod): Promise<PodEvent[]> {
    const fieldSelector = `involvedObject.uid=${metadata.uid}`
    const { items } = await this.#client.list<PodEvent>(buildObjectPath(this.#client.namespace, 'events'), { fieldSelector })
    const timeOf = (event: PodEvent) => Date.parse(event.lastTimestamp ?? event.eventTime ?? event.metadata.creationTimestamp)
    return items.sort((a, b) => timeOf(a) - timeOf(b) || a.metadata.resourceVersion.localeCompare(b.metadata.resourceVersion))
  }
}
