import { setTimeout as after } from 'node:timers/promises'
import type Docker from 'dockerode'
import { type ClusterApi, isStatus } from './cluster-api.ts'
import type { Claim, PersistentVolume, Pod } from './objects.ts'

const claimsPath = '/api/v1/persistentvolumeclaims'
const volumesPath = '/api/v1/persistentvolumes'
const classesPath = '/apis/storage.k8s.io/v1/storageclasses'
const selectedNode = 'volume.kubernetes.io/selected-node'
const removalTries = 25
const removalRetryMs = 200
const claimProtection = 'kubernetes.io/pvc-protection'

export const volumeNameOf = (claim: Claim): string => `pvc-${claim.metadata.uid}`

/**
 * Stands in for the provisioner of two storage classes, and for the controllers that keep a claim while a pod uses it and
 * remove its disk when it has gone. A disk is a volume of the engine.
 */
export class Provisioner {
  /** A disk that any node reaches, bound at once; and one that lies on the node of its first pod. */
  readonly classes: { network: string; local: string }
  readonly #api: ClusterApi
  readonly #docker: Docker
  readonly #label: string
  readonly #listPods: () => Iterable<Pod>
  readonly #claims = new Map<string, Claim>()
  #holds = false

  constructor(api: ClusterApi, docker: Docker, label: string, listPods: () => Iterable<Pod>) {
    this.classes = { network: `${label}.network`, local: `${label}.local` }
    this.#api = api
    this.#docker = docker
    this.#label = label
    this.#listPods = listPods
  }

  async start(signal: AbortSignal): Promise<void> {
    for (const name of Object.values(this.classes)) {
      const volumeBindingMode = name === this.classes.local ? 'WaitForFirstConsumer' : 'Immediate'
      const body = { metadata: { name }, provisioner: 'zhisuan.test/stand-in', volumeBindingMode, allowVolumeExpansion: true }
      await this.#api.create(classesPath, body)
    }
    const seen = (claim: Claim, gone: boolean) => {
      if (gone) this.#claims.delete(claim.metadata.uid)
      else this.#claims.set(claim.metadata.uid, claim)
      void (gone ? this.#removeDisk(claim) : this.#settle(claim)).catch(this.#report(signal))
    }
    void this.#api.follow<Claim>(claimsPath, seen, signal)
  }

  /** While it holds, claims stay Pending; when it ends, they are bound. */
  hold(holds: boolean): void {
    this.#holds = holds
    if (!holds) this.settleAll()
  }

  async removeClasses(): Promise<void> {
    for (const name of Object.values(this.classes)) await this.#api.delete(`${classesPath}/${name}`)
  }

  /** Looks again at every claim: a pod that used one may have gone. */
  settleAll(): void {
    for (const claim of this.#claims.values()) void this.#settle(claim).catch(() => undefined)
  }

  async #settle(claim: Claim): Promise<void> {
    const { namespace, name, deletionTimestamp, finalizers = [], annotations = {} } = claim.metadata
    const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${name}`
    if (deletionTimestamp) {
      if (this.#isUsed(claim) || !finalizers.includes(claimProtection)) return
      const left = finalizers.filter((finalizer) => finalizer !== claimProtection)
      await this.#api.patch(path, { metadata: { uid: claim.metadata.uid, finalizers: left } }).catch(ignore(404, 409))
      return
    }
    const { storageClassName: storageClass, volumeName, resources } = claim.spec
    if (!Object.values<string | undefined>(this.classes).includes(storageClass)) return
    const waits = storageClass === this.classes.local && !annotations[selectedNode]
    if (!volumeName && !this.#holds && !waits) await this.#bind(claim, path)
    const grown = volumeName && claim.status.phase === 'Bound' && claim.status.capacity?.storage !== resources.requests.storage
    if (grown) await this.#api.patch(`${path}/status`, { status: { capacity: resources.requests } }).catch(ignore(404, 409))
  }

  async #bind(claim: Claim, path: string): Promise<void> {
    const { uid, namespace, name, annotations = {} } = claim.metadata
    const volume = volumeNameOf(claim)
    await this.#docker.createVolume({ Name: volume, Labels: { [this.#label]: '' } })
    const node = annotations[selectedNode]
    const terms = [{ matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }] }]
    const spec = {
      capacity: claim.spec.resources.requests,
      accessModes: claim.spec.accessModes,
      storageClassName: claim.spec.storageClassName,
      persistentVolumeReclaimPolicy: 'Delete',
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid },
      csi: { driver: 'zhisuan.test', volumeHandle: volume },
      ...(node && { nodeAffinity: { required: { nodeSelectorTerms: terms } } }),
    }
    await this.#api.create(volumesPath, { metadata: { name: volume }, spec }).catch(ignore(409))
    await this.#api.patch(`${volumesPath}/${volume}/status`, { status: { phase: 'Bound' } })
    const bound = { 'pv.kubernetes.io/bind-completed': 'yes', 'pv.kubernetes.io/bound-by-controller': 'yes' }
    await this.#api.patch(path, { metadata: { uid, annotations: bound }, spec: { volumeName: volume } })
    const status = { phase: 'Bound', capacity: claim.spec.resources.requests, accessModes: claim.spec.accessModes }
    await this.#api.patch(`${path}/status`, { metadata: { uid }, status })
  }

  async #removeDisk(claim: Claim): Promise<void> {
    const volume = volumeNameOf(claim)
    await this.#api.patch<PersistentVolume>(`${volumesPath}/${volume}`, { metadata: { finalizers: null } }).catch(ignore(404))
    await this.#api.delete(`${volumesPath}/${volume}`).catch(ignore(404))
    for (let left = removalTries; ; left -= 1) {
      try {
        return await this.#docker.getVolume(volume).remove()
      } catch (error) {
        // in use: its last container is on its way out
        if ((error as { statusCode?: number }).statusCode !== 409 || left === 0) throw error
        await after(removalRetryMs)
      }
    }
  }

  #isUsed({ metadata }: Claim): boolean {
    const uses = (pod: Pod) =>
      pod.metadata.namespace === metadata.namespace &&
      pod.spec.volumes?.some(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === metadata.name)
    return [...this.#listPods()].some(uses)
  }

  #report =
    (signal: AbortSignal) =>
    (error: Error & { statusCode?: number }): void => {
      if (!signal.aborted && error.statusCode !== 404 && !isStatus(404, 409)(error)) console.error('claims:', error.message)
    }
}

const ignore =
  (...statuses: number[]) =>
  (error: unknown): undefined => {
    if (!isStatus(...statuses)(error)) throw error
  }
