import type { InstanceRef, ObservedInstance } from '#server/ports/compute.ts'
import { DriverConflict, DriverUnavailable } from '#server/ports/driver-errors.ts'
import { removeDisk } from './held-images.ts'
import { removeSecrets } from './instance-secrets.ts'
import type { KubernetesContext } from './kubernetes-context.ts'
import { getPart, parseRef } from './names.ts'
import type { ClusterPod } from './objects.ts'
import { buildMissing, livingParts, observeDisk } from './observe.ts'
import { saveConsole } from './pod-logs.ts'

const pollMs = 100
/** A pod in which nothing runs yet ends at once, as a rule. */
const quickPolls = 30
const removalPolls = 300
const removalGraceSeconds = 1

/** Writes down that the instance is to be stopped, has its pods ended, and returns the current state soon. */
export function stopInstancePod(parts: KubernetesContext, ref: InstanceRef, graceSeconds: number): Promise<ObservedInstance> {
  return parts.turns.run(ref.id, async () => {
    const disks = await parts.disks.list(ref.id)
    if (disks.some((disk) => disk.ref.generation > ref.generation)) throw new DriverConflict('a newer generation exists')
    for (const disk of disks) if (disk.record.desired === 'running') await parts.disks.update(disk, { desired: 'stopped' })
    const pods = await listLiving(parts, ref)
    for (const pod of pods) await end(parts, pod, graceSeconds)
    const isQuick = pods.every(({ status }) => status.phase !== 'Running')
    const left = isQuick ? await waitForEnd(parts, ref, () => true, quickPolls) : await listLiving(parts, ref)
    const [now] = await parts.disks.list(ref.id)
    return now ? observeDisk(parts, now, left) : buildMissing(parts, ref)
  })
}

/** Removes the instance up to this generation, and its disks unless a newer generation uses them. */
export function removeInstancePod(parts: KubernetesContext, ref: InstanceRef, keepDataDisk: boolean): Promise<void> {
  return parts.turns.run(ref.id, async () => {
    const isOld = (found: InstanceRef) => found.generation <= ref.generation
    const isOldPod = (pod: ClusterPod) => isOld(parseRef(pod) ?? ref)
    const pods = (await parts.pods.list({ id: ref.id })).filter(isOldPod)
    for (const pod of pods) await parts.pods.remove(pod, removalGraceSeconds)
    const left = pods.length > 0 ? await waitForEnd(parts, ref, isOldPod, removalPolls) : []
    if (left.length > 0) throw new DriverUnavailable('its node has not said yet that the pod has ended')
    const disks = await parts.disks.listAll(ref.id)
    const old = disks.filter((disk) => isOld(disk.ref))
    for (const disk of old) await removeDisk(parts, disk)
    await removeSecrets(parts.client, ref)
    const removesData = old.length === disks.length && !keepDataDisk
    if (removesData) await parts.data_disks.remove(ref)
    await waitForDisks(parts, ref, isOld, removesData)
  })
}

const listLiving = (parts: KubernetesContext, { id }: InstanceRef) => parts.pods.list({ id, parts: livingParts })

async function end(parts: KubernetesContext, pod: ClusterPod, graceSeconds: number): Promise<void> {
  const ref = parseRef(pod)
  if (ref && getPart(pod) === 'main' && !pod.metadata.deletionTimestamp) await saveConsole(parts, ref, pod)
  await parts.pods.remove(pod, graceSeconds)
}

/** Returns the pods that are still there in the end. */
async function waitForEnd(
  parts: KubernetesContext,
  ref: InstanceRef,
  isMeant: (pod: ClusterPod) => boolean,
  polls: number,
): Promise<ClusterPod[]> {
  for (let poll = 1; ; poll += 1) {
    const left = (await parts.pods.list({ id: ref.id })).filter(isMeant)
    if (left.length === 0 || poll >= polls) return left
    await parts.settings.clock.sleep(pollMs, parts.client.closed)
  }
}

/** A disk keeps its name until it is gone; only then can a new one be made. */
async function waitForDisks(
  parts: KubernetesContext,
  ref: InstanceRef,
  isOld: (found: InstanceRef) => boolean,
  removesData: boolean,
): Promise<void> {
  for (let poll = 0; poll < removalPolls; poll += 1) {
    const left = (await parts.disks.listAll(ref.id)).some((disk) => isOld(disk.ref))
    if (!left && !(removesData && (await parts.data_disks.exists(ref)))) return
    await parts.settings.clock.sleep(pollMs, parts.client.closed)
  }
  throw new DriverUnavailable('the cluster has not deleted its disks yet')
}
