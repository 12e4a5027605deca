import type { ImageCommand } from '#server/adapters/compute.shared/entry-command.ts'
import { ImageSources } from '#server/adapters/oci-registry/image-sources.ts'
import type { SavedImageRegistry } from '#server/adapters/oci-registry/saved-image-registry.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ClusterAccess } from '#server/ports/engines.ts'

export interface KubernetesOptions {
  access: ClusterAccess
  clock: Clock
  /** Separates installations: objects of others in the same namespace are ignored. */
  installation_id: string
  /** Class of the disks; the cluster's default class if absent. */
  storage_class?: string
  /** Set if that class enforces the size of a disk, as block storage does; a cluster does not tell. */
  enforces_disk_size?: boolean
  /** Only nodes with these labels are rented out; all nodes if empty. */
  node_selector?: Readonly<Record<string, string>>
  /** Taints of the rented nodes that pods tolerate, by key. */
  tolerated_taints?: readonly string[]
  /** Secret of the type `kubernetes.io/dockerconfigjson` in our namespace, with the logins for registries. */
  pull_secret?: string
  /** Runtime class of instances, such as one for gVisor. */
  runtime_class?: string
  /** What of a node is for others: the kubelet's own reservation is already left out. */
  reserved?: { cpu: number; memory_mb: number }
  /** A folder of this server that is the file system of a claim too, which instances can mount: data sets and storage. */
  shared_folder?: { path: string; claim: string }
  /** Home of images with names of the platform's own; without one none are saved. */
  registry?: SavedImageRegistry
  /** Reads the images that instances were made of, for a save. */
  image_sources?: ImageSources
  /**
   * Tells the command that an image defines, which a cluster does not say; undefined if it cannot be known. Then the image's own
   * command gets a terminal, so that a shell among them does not end at once.
   */
  find_image_command?: (image: string) => Promise<ImageCommand | undefined>
  /** Timeout of calls that should be quick. */
  call_timeout_ms?: number
}

type OptionalSetting = 'storage_class' | 'pull_secret' | 'runtime_class' | 'shared_folder' | 'registry'
export interface KubernetesSettings
  extends Required<Omit<KubernetesOptions, OptionalSetting>>,
    Pick<KubernetesOptions, OptionalSetting> {
  /** Tells the name under which nodes pull an image, where the platform's own name is another. */
  locate_image: (image: string) => string
}

export const completeKubernetesSettings = (options: KubernetesOptions): KubernetesSettings => ({
  node_selector: {},
  enforces_disk_size: false,
  tolerated_taints: [],
  reserved: { cpu: 0, memory_mb: 0 },
  image_sources: new ImageSources(),
  locate_image: (image) => options.registry?.locate(image) ?? image,
  find_image_command: async () => undefined,
  call_timeout_ms: 30_000,
  ...options,
})
