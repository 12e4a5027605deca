import { Readable } from 'node:stream'
import type { InstanceRef, MovingInstance } from '#server/ports/compute.ts'
import type { DiskStay, LentDisks } from '#server/ports/disk-transfer.ts'
import { DriverConflict, DriverError, DriverUnavailable, InstanceNotFound } from '#server/ports/driver-errors.ts'
import type { ContainerOrigin } from './container-plan.ts'
import { removeCarriers, writeDataDiskFiles } from './data-disk-files.ts'
import type { DockerDriverContext } from './driver-context.ts'
import { type DockerEngine, ignoreStatuses } from './engine.ts'
import { loadImage } from './image-import.ts'
import { fetchEngineImage } from './image-pull.ts'
import {
  type ContainerLabels,
  emptyLabels,
  formatArrivalName,
  formatCopyingName,
  formatKeptDiskImage,
  formatMovingImage,
  formatPassingDisk,
  formatStoppedName,
  formatVolumeName,
  labelKeys,
  moveLabels,
  parseImageReference,
  parseLabelRef,
} from './names.ts'
import { reportBytesRead } from './read-progress.ts'

const notFound = 404
const conflict = 409
const gib = 2 ** 30
const flushLimitMs = 10 * 60_000

export const inspectMovingDisk = (engine: DockerEngine, image: string) =>
  ignoreStatuses(
    [notFound],
    engine.call((docker) => docker.getImage(image).inspect()),
  )

/** Says where the disks are: a mark stands for those that are not revealed yet. */
export async function findDiskStay(parts: DockerDriverContext, ref: InstanceRef): Promise<DiskStay> {
  const mark = await parts.storage.volumeLabels(formatArrivalName(ref))
  const isHere = (await parts.containers.find(ref.id)).some((one) => one.ref.generation >= ref.generation)
  if (!mark) return { at: isHere ? 'here' : 'absent' }
  const complete = isHere || (await isComplete(parts, ref, mark))
  return { at: 'arriving', state: mark[moveLabels.state] ?? '', complete }
}

const isComplete = async (parts: DockerDriverContext, ref: InstanceRef, mark: ContainerLabels): Promise<boolean> =>
  (await hasSystemDisk(parts, ref, mark[moveLabels.state])) &&
  (mark[moveLabels.data] === 'no' || (await hasDataDisk(parts, ref, mark[moveLabels.state])))

/** It gets its final name when it is complete and on the disk of its host. */
const hasSystemDisk = async ({ engine }: DockerDriverContext, ref: InstanceRef, state: string | undefined): Promise<boolean> =>
  (await inspectMovingDisk(engine, formatKeptDiskImage(ref)))?.Config.Labels?.[moveLabels.state] === state

async function hasDataDisk({ storage }: DockerDriverContext, ref: InstanceRef, state: string | undefined): Promise<boolean> {
  const labels = await storage.volumeLabels(formatVolumeName(ref))
  return labels?.[moveLabels.state] === state && !(await storage.volumeLabels(formatCopyingName(ref)))
}

/** Brings both disks here, hidden by a mark; one that is here already in the same state is not sent again. */
export function receiveDisks(
  parts: DockerDriverContext,
  instance: MovingInstance,
  disks: LentDisks,
  onProgress: (percent: number) => void,
): Promise<void> {
  const { containers, engine, storage, turns } = parts
  const { state, settings, data } = disks
  return turns.run(instance.id, async () => {
    if ((await containers.find(instance.id)).length > 0) throw new DriverConflict('the target has the instance already')
    const before = await storage.volumeLabels(formatArrivalName(instance))
    if (before && before[moveLabels.state] !== state) await discardArrival(parts, instance)
    if (!before && (await storage.volumeLabels(formatVolumeName(instance))))
      throw new DriverConflict('the target has a data disk of the instance that did not come from here')
    const labels = { [moveLabels.state]: state, [moveLabels.data]: data ? 'yes' : 'no', [moveLabels.settings]: settings }
    await storage.mark(formatArrivalName(instance), instance, { [moveLabels.arrival]: 'yes', ...labels })
    const dataBytes = data ? (data.bytes ?? instance.data_disk_gb * gib) : 0
    const report = createShares(dataBytes, onProgress)
    if (!(await hasSystemDisk(parts, instance, state))) await receiveSystemDisk(parts, instance, disks, report)
    await engine.registry?.remove(formatMovingImage(instance))
    const image = formatKeptDiskImage(instance)
    report.begin((await inspectMovingDisk(engine, image))?.Size ?? 0)
    if (!data || (await hasDataDisk(parts, instance, state))) return
    await removeCarriers(engine, instance, ['to'])
    await storage.mark(formatCopyingName(instance), instance)
    await storage.removeVolume(instance)
    await storage.ensureVolume(instance, { [moveLabels.state]: state })
    await writeDataDiskFiles(engine, image, instance, await data.open(), { bytes: dataBytes, onProgress: report.data })
    await removeCarriers(engine, instance, ['to'])
    await flushDisks(parts)
    await storage.unmark(formatCopyingName(instance))
  })
}

type Shares = ReturnType<typeof createShares>

/** Puts the progress of both disks together, by their sizes; never less than before. */
function createShares(dataBytes: number, onProgress: (percent: number) => void) {
  let [share, last] = [0, 0]
  const report = (percent: number) => {
    const whole = Math.min(99, Math.floor(percent))
    if (whole <= last) return
    last = whole
    onProgress(whole)
  }
  return {
    /** Says how large the system disk is. */
    begin: (systemBytes: number) => {
      share = systemBytes / Math.max(1, systemBytes + dataBytes)
    },
    system: (percent: number) => report(share * percent),
    data: (percent: number) => report(100 * share + (1 - share) * percent),
  }
}

/** By the registry only layers that are missing travel; without one, the whole disk passes through this process. */
async function receiveSystemDisk(
  parts: DockerDriverContext,
  instance: InstanceRef,
  { copySystemDisk, state }: LentDisks,
  report: Shares,
): Promise<void> {
  const { engine } = parts
  await removeMovingDisks(engine, instance)
  const { bytes, open, push } = await copySystemDisk()
  report.begin(bytes)
  const image = push ? formatMovingImage(instance) : formatPassingDisk(instance)
  if (push) {
    await push((percent) => report.system(percent / 2))
    await fetchEngineImage(engine, image, ({ percent }) => report.system(50 + percent / 2))
  } else {
    const files = await open()
    await engine
      .watchedCall((docker, signal) =>
        loadImage(docker, Readable.from(reportBytesRead(files, bytes, report.system), { objectMode: false }), signal),
      )
      .finally(() => files.destroy())
  }
  const there = await inspectMovingDisk(engine, image)
  if (there?.Config.Labels?.[moveLabels.state] !== state) throw new DriverUnavailable('the system disk did not arrive')
  await flushDisks(parts)
  await engine.call((docker) => docker.getImage(image).tag(parseImageReference(formatKeptDiskImage(instance))))
}

/** What a power failure would take has arrived only once it is on the disk: nothing else makes an engine write it. */
async function flushDisks({ probe_container: probe, settings }: DockerDriverContext): Promise<void> {
  await probe.run('sync', [], flushLimitMs).catch((error: unknown) => {
    // on a machine of one's own (`skipped`) there may be nothing to run it with
    if (settings.host_check === 'required' || !(error instanceof DriverError)) throw error
  })
}

/**
 * Makes what has arrived the stopped instance: a container that is never started. Its labels fit no spec, so the next start
 * replaces it by one with the cards, limits and mounts of then.
 */
export function revealDisks(parts: DockerDriverContext, ref: InstanceRef): Promise<void> {
  const { containers, engine, storage, turns } = parts
  return turns.run(ref.id, async () => {
    const mark = await storage.volumeLabels(formatArrivalName(ref))
    const isHere = (await containers.find(ref.id)).some((one) => one.ref.generation === ref.generation)
    if (!mark && isHere) return
    if (!mark) throw new InstanceNotFound(`no disks of ${ref.id} have arrived`)
    if (!isHere) {
      if (!(await isComplete(parts, ref, mark))) throw new DriverConflict('its disks are still arriving')
      await createStoppedContainer(engine, ref, JSON.parse(mark[moveLabels.settings]!) as Omit<ContainerOrigin, 'image'>)
    }
    await removeMovingDisks(engine, ref)
    await storage.unmark(formatArrivalName(ref))
  })
}

async function createStoppedContainer(
  engine: DockerEngine,
  ref: InstanceRef,
  { env, command }: Omit<ContainerOrigin, 'image'>,
): Promise<void> {
  const own = {
    [labelKeys.installation]: ref.installation_id,
    [labelKeys.id]: ref.id,
    [labelKeys.generation]: String(ref.generation),
  }
  await engine.call((docker) =>
    docker.createContainer({
      name: formatStoppedName(ref),
      Image: formatKeptDiskImage(ref),
      ...command,
      Env: [...env],
      Labels: { ...emptyLabels, ...own },
      HostConfig: { NetworkMode: 'none' },
    }),
  )
}

/** Removes what has arrived and is not revealed, of whatever generation. The caller has the turn of the instance. */
export async function discardArrival(parts: DockerDriverContext, { id, installation_id: installationId }: InstanceRef) {
  const { containers, engine, storage } = parts
  const labels = await storage.volumeLabels(formatArrivalName({ installation_id: installationId, id, generation: 0 }))
  const ref = labels && parseLabelRef(labels)
  if (!ref) return
  await removeCarriers(engine, ref, ['to'])
  await removeMovingDisks(engine, ref)
  if ((await containers.find(id)).length === 0) {
    await storage.removeVolume(ref)
    await storage.unmark(formatCopyingName(ref))
    await storage.removeKeptDisks(ref, ref.generation)
  }
  await storage.unmark(formatArrivalName(ref))
}

/** Removes the temporary names of a system disk, and the disk unless it has its final one. */
export async function removeMovingDisks(engine: DockerEngine, ref: InstanceRef): Promise<void> {
  for (const image of [formatPassingDisk(ref), formatMovingImage(ref)])
    await ignoreStatuses(
      [notFound, conflict],
      engine.longCall((docker) => docker.getImage(image).remove()),
    )
}
