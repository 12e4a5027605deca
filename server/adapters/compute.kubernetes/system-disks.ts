import type { ImageCommand } from '#server/adapters/compute.shared/entry-command.ts'
import type { InstanceRef, InstanceSpec } from '#server/ports/compute.ts'
import { DriverConflict } from '#server/ports/driver-errors.ts'
import { type ClusterClient, ignoreStatus } from './cluster-client.ts'
import { buildClaim } from './disk-claim.ts'
import {
  annotationKeys,
  buildMetadata,
  buildObjectPath,
  buildSelector,
  formatSystemDiskName,
  parseJson,
  parseRef,
} from './names.ts'
import type { VolumeClaim } from './objects.ts'
import type { KubernetesSettings } from './settings.ts'

const taken = 409

/** What is known of one generation of an instance while it has no pod. */
export interface DiskRecord {
  desired: 'running' | 'stopped'
  /** Number of the newest boot; the pod of a boot has it in its name. */
  boot: number
  /** When that boot was asked for, ISO 8601. */
  since: string
  /** The node that has the disks. */
  host: string
  image: string
  /** Name in the registry that keeps a saved image for this instance; absent if it was made of another. */
  held_image?: string
  /** Top-level folders of the image that the disk has. Absent: it is still being filled. */
  folders?: readonly string[]
  /** Which image they are from, in words of the node's runtime; absent if that did not say. */
  seeded_from?: string
  /** What the image runs; absent if nobody can tell. */
  command?: ImageCommand
}

/** The claim of a system disk, with the record that lies in its annotations. */
export interface SystemDisk {
  ref: InstanceRef
  claim: VolumeClaim
  record: DiskRecord
}

/**
 * System disks of one installation. A record is changed only as it was read, so two servers never start one instance on two
 * nodes.
 */
export class SystemDisks {
  readonly #client: ClusterClient
  readonly #settings: KubernetesSettings

  constructor(client: ClusterClient, settings: KubernetesSettings) {
    this.#client = client
    this.#settings = settings
  }

  /** Lists those that are not being deleted; newest generation first. */
  async list(id?: string, signal?: AbortSignal): Promise<SystemDisk[]> {
    return (await this.listAll(id, signal)).filter(({ claim }) => !claim.metadata.deletionTimestamp)
  }

  /** Also lists those that wait for the end of their pod. */
  async listAll(id?: string, signal?: AbortSignal): Promise<SystemDisk[]> {
    const wanted = { ...(id !== undefined && { id }), parts: ['system-disk'] as const }
    const labelSelector = buildSelector(this.#settings.installation_id, wanted)
    const { items } = await this.#client.list<VolumeClaim>(this.#path(), { labelSelector }, signal)
    return items
      .map(toSystemDisk)
      .filter((disk) => disk !== undefined)
      .sort((a, b) => b.ref.generation - a.ref.generation)
  }

  /** Returns the new disk; undefined if there is one of that generation. */
  async create(spec: InstanceSpec, record: DiskRecord): Promise<SystemDisk | undefined> {
    const annotations = { [annotationKeys.record]: JSON.stringify(record) }
    const metadata = buildMetadata(formatSystemDiskName(spec), spec, 'system-disk', annotations)
    const body = buildClaim(metadata, spec.sys_disk_gb, this.#settings.storage_class)
    const claim = await ignoreStatus(taken, this.#client.create<VolumeClaim>(this.#path(), body))
    return claim && toSystemDisk(claim)
  }

  /**
   * Changes a record. Throws `DriverConflict` if another server has changed it since `disk` was read; what the cluster writes on a
   * claim meanwhile does not count.
   */
  async update(disk: SystemDisk, changes: Partial<DiskRecord>): Promise<SystemDisk> {
    const { ref, record } = disk
    const next = { ...record, ...changes }
    const annotations = { [annotationKeys.record]: JSON.stringify(next) }
    let { claim } = disk
    for (;;) {
      const metadata = { resourceVersion: claim.metadata.resourceVersion, annotations }
      const path = this.#path(claim.metadata.name)
      const changed = await ignoreStatus(taken, this.#client.merge<VolumeClaim>(path, { metadata }))
      if (changed) return { ref, record: next, claim: changed }
      claim = await this.#client.get<VolumeClaim>(path)
      const isSame = readRecordText(claim) === readRecordText(disk.claim) && claim.metadata.uid === disk.claim.metadata.uid
      if (!isSame) throw new DriverConflict('another server has changed it')
    }
  }

  remove({ claim }: SystemDisk): Promise<void> {
    return this.#client.delete(this.#path(claim.metadata.name))
  }

  #path(name?: string): string {
    return buildObjectPath(this.#client.namespace, 'persistentvolumeclaims', name)
  }
}

const readRecordText = ({ metadata }: VolumeClaim) => metadata.annotations?.[annotationKeys.record]

function toSystemDisk(claim: VolumeClaim): SystemDisk | undefined {
  const ref = parseRef(claim)
  const record = parseJson<DiskRecord>(readRecordText(claim))
  return ref && record && { ref, claim, record }
}
