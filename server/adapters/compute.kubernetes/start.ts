import { toResourceClaim } from '#server/adapters/compute.shared/admission.ts'
import { assertDisksPresent } from '#server/adapters/compute.shared/disk-check.ts'
import { assertInstanceSpec } from '#server/adapters/compute.shared/spec-check.ts'
import type { DiskPresence, InstanceRef, InstanceSpec, ObservedInstance } from '#server/ports/compute.ts'
import { DriverConflict, DriverError, InvalidSpec } from '#server/ports/driver-errors.ts'
import { isBeingCopied } from './data-disks.ts'
import { getRunImage, holdImage, removeDisk } from './held-images.ts'
import { writeKeys } from './instance-secrets.ts'
import type { KubernetesContext } from './kubernetes-context.ts'
import { formatPodName, formatSeedName, parseRef } from './names.ts'
import type { ClusterPod } from './objects.ts'
import { buildMissing, isOf, isSeed, livingParts, observeDisk } from './observe.ts'
import { readPodLogs } from './pod-logs.ts'
import { buildMainPod, buildSeedPod } from './pod-plan.ts'
import { readFolders } from './pod-scripts.ts'
import { findImageId } from './pod-state.ts'
import { assertMountsShared } from './shared-folder.ts'
import type { SystemDisk } from './system-disks.ts'

const helperGraceSeconds = 1
const defaultGraceSeconds = 10
/** A seed names some twenty folders. */
const seedLines = 1000

/** Adopts a running instance, starts a stopped one, creates a missing one. Each call takes it one step further. */
export async function startInstancePod(parts: KubernetesContext, spec: InstanceSpec): Promise<ObservedInstance> {
  assertInstanceSpec(spec)
  if (spec.installation_id !== parts.settings.installation_id) throw new InvalidSpec('spec of another installation')
  return parts.turns.run(spec.id, () => startLocked(parts, spec))
}

async function startLocked(parts: KubernetesContext, spec: InstanceSpec): Promise<ObservedInstance> {
  if (parts.copied_from.has(spec.id)) throw new DriverConflict('its data disk is being copied')
  const [disks, pods] = await Promise.all([parts.disks.list(spec.id), parts.pods.list({ id: spec.id, parts: livingParts })])
  if (disks.some(({ ref }) => ref.generation > spec.generation)) throw new DriverConflict('a newer generation exists')
  const current = disks.find(({ ref }) => ref.generation === spec.generation)
  if (current && current.record.host !== spec.host) throw new InvalidSpec(`its disks are on host ${current.record.host}`)
  const seen = current && (await observeDisk(parts, current, pods))
  if (seen?.phase === 'stopping') {
    const own = pods.filter((pod) => isOf(pod, spec) && !pod.metadata.deletionTimestamp)
    for (const pod of own) await parts.pods.remove(pod, defaultGraceSeconds) // a server that is gone asked for the stop
    return seen
  }
  if (current && seen?.phase === 'creating') return advance(parts, spec, current, pods)
  if (current && seen?.phase !== 'stopped') return seen!
  await assertDisksPresent(spec, () => findDiskPresence(parts, spec, current))
  return begin(parts, spec, current, pods)
}

/** Finds the disks; one that is still being filled was never there for anybody. */
export async function findDiskPresence(
  { data_disks: dataDisks }: KubernetesContext,
  ref: InstanceRef,
  disk: SystemDisk | undefined,
): Promise<DiskPresence> {
  return { system: disk?.record.folders !== undefined, data: (await dataDisks.find(ref)) !== undefined }
}

/** Writes down that the instance is to run, and takes the first step; a refusal leaves it as it was. */
async function begin(
  parts: KubernetesContext,
  spec: InstanceSpec,
  current: SystemDisk | undefined,
  pods: readonly ClusterPod[],
): Promise<ObservedInstance> {
  await assertMountsShared(parts, spec.mounts)
  const data = await parts.data_disks.find(spec)
  if (data && isBeingCopied(data)) throw new DriverConflict('its data disk is only half copied')
  const release = await parts.admission.reserve(toResourceClaim(spec), () => parts.nodes.hosts())
  let wanted: SystemDisk | undefined
  try {
    wanted = current ? await parts.disks.update(current, ask(parts, current.record.boot + 1)) : await createDisk(parts, spec)
    return await takeStep(parts, spec, wanted, pods)
  } catch (error) {
    if (wanted && error instanceof DriverError && !keepsGoing(error)) await undo(parts, wanted, current)
    throw error
  } finally {
    release()
  }
}

/** What the next call may get past leaves the wish as it is. */
const keepsGoing = (error: DriverError): boolean => error.code === 'DriverUnavailable' || error.code === 'Conflict'

const ask = ({ settings }: KubernetesContext, boot: number) => ({
  desired: 'running' as const,
  boot,
  since: settings.clock.now().toISOString(),
})

async function createDisk(parts: KubernetesContext, spec: InstanceSpec): Promise<SystemDisk> {
  const command = await parts.settings.find_image_command(parts.settings.locate_image(spec.image))
  const held = await holdImage(parts, spec, spec.image)
  const own = { ...(held && { held_image: held }), ...(command && { command }) }
  const record = { ...ask(parts, 1), host: spec.host, image: spec.image, ...own }
  const disk = await parts.disks.create(spec, record)
  if (!disk) throw new DriverConflict('another server is creating it, or its last disk is still being deleted')
  return disk
}

async function undo(parts: KubernetesContext, wanted: SystemDisk, before: SystemDisk | undefined): Promise<void> {
  if (before) await parts.disks.update(wanted, { desired: 'stopped' })
  else await removeDisk(parts, wanted)
}

/** Goes on with a boot, which another server may have begun. */
async function advance(
  parts: KubernetesContext,
  spec: InstanceSpec,
  disk: SystemDisk,
  pods: readonly ClusterPod[],
): Promise<ObservedInstance> {
  const release = await parts.admission.reserve(toResourceClaim(spec), () => parts.nodes.hosts())
  try {
    return await takeStep(parts, spec, disk, pods)
  } finally {
    release()
  }
}

async function takeStep(
  parts: KubernetesContext,
  spec: InstanceSpec,
  disk: SystemDisk,
  pods: readonly ClusterPod[],
): Promise<ObservedInstance> {
  const wantedNames = [formatPodName(spec, disk.record.boot), formatSeedName(spec)]
  const others = pods.filter(({ metadata }) => !wantedNames.includes(metadata.name))
  for (const pod of others) if (!pod.metadata.deletionTimestamp) await parts.pods.remove(pod, helperGraceSeconds)
  if (others.length > 0) return creating(parts, spec)
  await removeOlder(parts, spec)
  await parts.data_disks.ensure(spec)
  const seed = pods.find(isSeed)
  const filled = disk.record.folders ? disk : await fill(parts, spec, disk, seed)
  if (!filled) return creating(parts, spec)
  if (seed && !seed.metadata.deletionTimestamp) await parts.pods.remove(seed, helperGraceSeconds)
  await writeKeys(parts.client, spec)
  const resource = (await parts.nodes.cardsOf(spec.host))?.resource
  const pod = await parts.pods.create(buildMainPod(parts.settings, spec, filled.record, resource))
  return pod ? observeDisk(parts, filled, [pod]) : creating(parts, spec)
}

const creating = (parts: KubernetesContext, spec: InstanceSpec): ObservedInstance => ({
  ...buildMissing(parts, spec),
  phase: 'creating',
})

async function removeOlder(parts: KubernetesContext, spec: InstanceSpec): Promise<void> {
  const older = (await parts.disks.list(spec.id)).filter(({ ref }) => ref.generation < spec.generation)
  for (const disk of older) await removeDisk(parts, disk)
}

/** Returns the disk once it has the image's folders. */
async function fill(
  parts: KubernetesContext,
  spec: InstanceSpec,
  disk: SystemDisk,
  seed: ClusterPod | undefined,
): Promise<SystemDisk | undefined> {
  if (!seed) {
    const image = getRunImage(disk.record)
    await parts.pods.create(buildSeedPod(parts.settings, { ...spec, image }, await isRemoved(parts, image)))
    return undefined
  }
  if (seed.status.phase !== 'Succeeded' || parseRef(seed)?.generation !== spec.generation) return undefined
  const folders = readFolders(await readPodLogs(parts.client, seed, seedLines))
  if (folders.length === 0) throw new DriverConflict('what filled the disk did not name its folders')
  const seededFrom = findImageId(seed)
  return parts.disks.update(disk, { folders, ...(seededFrom && { seeded_from: seededFrom }) })
}

/** True if the registry has removed a saved image, which nodes may still have. One that does not answer removes nothing. */
async function isRemoved({ settings: { registry } }: KubernetesContext, image: string): Promise<boolean> {
  if (!registry?.keeps(image)) return false
  return !(await registry.has(image).catch(() => true))
}
