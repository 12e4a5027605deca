import { isImageReference } from '#server/adapters/compute.shared/spec-check.ts'
import type { SourceImage } from '#server/adapters/oci-registry/image-sources.ts'
import { layersMax, type SavedImageRegistry, snapshotLabel } from '#server/adapters/oci-registry/saved-image-registry.ts'
import type { InstanceRef } from '#server/ports/compute.ts'
import {
  DriverConflict,
  DriverUnavailable,
  InstanceNotFound,
  InvalidSpec,
  UnsupportedOperation,
} from '#server/ports/driver-errors.ts'
import { DiskReader } from './disk-reader.ts'
import { getRunImage } from './held-images.ts'
import type { KubernetesContext } from './kubernetes-context.ts'
import { formatSaveName } from './names.ts'
import type { ClusterPod } from './objects.ts'
import { livingParts, observeDisk } from './observe.ts'
import { buildSavePod } from './pod-plan.ts'
import { findImageId } from './pod-state.ts'
import { removeHelper, waitForPodStart } from './pod-wait.ts'
import { parseQuantity } from './quantities.ts'
import type { SystemDisk } from './system-disks.ts'

/** Of a disk's size: there are classes of disks that do not enforce it. */
const sizeSlack = 2

type ReportProgress = (percent: number) => void

/** Returns the home of saved images. Throws `UnsupportedOperation` without one. */
export function requireRegistry({ settings: { registry } }: KubernetesContext): SavedImageRegistry {
  if (!registry) throw new UnsupportedOperation('a cluster without a registry saves no images')
  return registry
}

/**
 * Saves a system disk as the image it was filled from and one layer with what is different. It is read in a pod of just that image
 * on the disk's node, which tells the two apart, and goes through us to the registry.
 */
export async function saveDiskImage(
  parts: KubernetesContext,
  ref: InstanceRef,
  target: string,
  onProgress: ReportProgress,
): Promise<{ size_mb: number }> {
  if (!isImageReference(target) || target.includes('@')) throw new InvalidSpec('image reference is malformed')
  const registry = requireRegistry(parts)
  return parts.turns.run(`image ${target}`, async () => {
    const saved = (await registry.findSaved(target, ref)) ?? (await saveNow(parts, registry, ref, target, onProgress))
    onProgress(100)
    return saved
  })
}

async function saveNow(
  parts: KubernetesContext,
  registry: SavedImageRegistry,
  ref: InstanceRef,
  target: string,
  onProgress: ReportProgress,
): Promise<{ size_mb: number }> {
  const { settings, nodes } = parts
  const disk = await parts.turns.run(ref.id, () => requireSettledDisk(parts, ref))
  const { host, folders = [] } = disk.record
  const base = await settings.image_sources.read(
    settings.locate_image(getRunImage(disk.record)),
    await nodes.architectureOf(host),
  )
  onProgress(0)
  return runSaver(parts, disk, base, async (pod) => {
    const keepsBase = base.manifest.layers.length < layersMax && !isSavedImage(base) && isSameImage(pod, disk)
    const reader = new DiskReader(parts.client, pod, { folders, bytes_max: sizeSlack * parseSize(disk) })
    const changes = await reader.findChanges(keepsBase)
    const baseBytes = keepsBase ? base.manifest.layers.reduce((sum, { size }) => sum + size, 0) : 0
    const advance = countProgress(changes.bytes + baseBytes, onProgress)
    return registry.save(target, {
      of: ref,
      base,
      keeps_base: keepsBase,
      archive: reader.pack(changes, advance),
      created_at: settings.clock.now(),
      onBase: advance,
    })
  })
}

/** Throws `NotFound` without a disk, and `Conflict` while it is not clear what becomes of it. */
async function requireSettledDisk(parts: KubernetesContext, ref: InstanceRef): Promise<SystemDisk> {
  const [disks, pods] = await Promise.all([parts.disks.list(ref.id), parts.pods.list({ id: ref.id, parts: livingParts })])
  const disk = disks.find((one) => one.ref.generation === ref.generation)
  if (!disk) throw new InstanceNotFound(`no disk of ${ref.id} generation ${ref.generation}`)
  const { phase } = await observeDisk(parts, disk, pods)
  if (phase === 'unknown') throw new DriverUnavailable('its node does not answer')
  const isSettled = phase === 'running' || phase === 'stopped' || phase === 'failed'
  if (!isSettled || !disk.record.folders) throw new DriverConflict(`a disk is not saved while ${phase}`)
  return disk
}

/** What a person deleted from a saved image must not stay readable in a layer of the next one, which may become public. */
const isSavedImage = ({ config }: SourceImage): boolean => Boolean(config.config?.Labels?.[snapshotLabel])

/** The tag may have been given to another image since the disk was filled; then no file is known to be as it was. */
const isSameImage = (pod: ClusterPod, { record }: SystemDisk): boolean =>
  record.seeded_from === undefined || record.seeded_from === findImageId(pod)

const parseSize = ({ claim }: SystemDisk): number => parseQuantity(claim.spec.resources.requests.storage)

/** Runs `work` with a pod that has the disk and runs `base`; the pod is gone afterwards. */
async function runSaver<T>(
  parts: KubernetesContext,
  disk: SystemDisk,
  base: SourceImage,
  work: (pod: ClusterPod) => Promise<T>,
): Promise<T> {
  const name = formatSaveName(disk.ref)
  await removeHelper(parts, name) // of a server that is gone
  await parts.pods.create(buildSavePod(parts.settings, disk, base.exact))
  try {
    const pod = await waitForPodStart(parts, name)
    if (pod.status.phase !== 'Running') throw new UnsupportedOperation('the image has no shell that could read the disk')
    return await work(pod)
  } finally {
    await removeHelper(parts, name).catch(() => undefined) // the next save removes it first, and so does the instance's end
  }
}

function countProgress(total: number, onProgress: ReportProgress): (bytes: number) => void {
  let [passed, reported] = [0, 0]
  return (bytes) => {
    passed += bytes
    const percent = Math.min(99, Math.floor((100 * passed) / Math.max(1, total)))
    if (percent > reported) onProgress(percent)
    reported = Math.max(reported, percent)
  }
}
