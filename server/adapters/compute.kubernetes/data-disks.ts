import type { InstanceRef, InstanceSpec } from '#server/ports/compute.ts'
import { DriverConflict } from '#server/ports/driver-errors.ts'
import { type ClusterClient, ignoreStatus } from './cluster-client.ts'
import { buildClaim, formatDiskSize } from './disk-claim.ts'
import { annotationKeys, buildMetadata, buildObjectPath, formatDataDiskName } from './names.ts'
import type { VolumeClaim } from './objects.ts'
import { parseQuantity } from './quantities.ts'
import type { KubernetesSettings } from './settings.ts'

const taken = 409

/** Data disks of one installation, each of an instance of whatever generation. */
export class DataDisks {
  readonly #client: ClusterClient
  readonly #settings: KubernetesSettings

  constructor(client: ClusterClient, settings: KubernetesSettings) {
    this.#client = client
    this.#settings = settings
  }

  /** Returns the claim, unless it is being deleted. */
  async find(ref: InstanceRef): Promise<VolumeClaim | undefined> {
    const claim = await this.#client.find<VolumeClaim>(this.#path(formatDataDiskName(ref)))
    return claim?.metadata.deletionTimestamp ? undefined : claim
  }

  /** True until it is gone, also while it waits for the end of its pod. */
  async exists(ref: InstanceRef): Promise<boolean> {
    return (await this.#client.find<VolumeClaim>(this.#path(formatDataDiskName(ref)))) !== undefined
  }

  /** Creates the disk, or grows it to the size in the spec. Throws `DriverConflict` while an old one is being deleted. */
  async ensure(spec: InstanceSpec): Promise<void> {
    const found = await this.#client.find<VolumeClaim>(this.#path(formatDataDiskName(spec)))
    if (found?.metadata.deletionTimestamp) throw new DriverConflict('its last data disk is still being deleted')
    if (!found) await this.create(spec)
    else if (parseQuantity(found.spec.resources.requests.storage) < parseQuantity(formatDiskSize(spec.data_disk_gb))) {
      const resources = { requests: { storage: formatDiskSize(spec.data_disk_gb) } }
      await this.#client.merge(this.#path(found.metadata.name), { spec: { resources } })
    }
  }

  async create(spec: InstanceSpec, annotations: Record<string, string> = {}): Promise<void> {
    const metadata = buildMetadata(formatDataDiskName(spec), spec, 'data-disk', annotations)
    const body = buildClaim(metadata, spec.data_disk_gb, this.#settings.storage_class)
    await ignoreStatus(taken, this.#client.create(this.#path(), body))
  }

  /** Says that a copy is whole. */
  async finishCopy(ref: InstanceRef): Promise<void> {
    const annotations = { [annotationKeys.copying]: null }
    await this.#client.merge(this.#path(formatDataDiskName(ref)), { metadata: { annotations } })
  }

  remove(ref: InstanceRef): Promise<void> {
    return this.#client.delete(this.#path(formatDataDiskName(ref)))
  }

  #path(name?: string): string {
    return buildObjectPath(this.#client.namespace, 'persistentvolumeclaims', name)
  }
}

/** True while a copy fills it. */
export const isBeingCopied = ({ metadata }: VolumeClaim): boolean => metadata.annotations?.[annotationKeys.copying] !== undefined
