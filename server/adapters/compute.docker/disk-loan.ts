import type { Readable } from 'node:stream'
import { computeSnapshotSource, snapshotLabel } from '#server/adapters/oci-registry/saved-image-registry.ts'
import type { InstanceRef } from '#server/ports/compute.ts'
import type { LentDisks, SystemDiskCopy } from '#server/ports/disk-transfer.ts'
import { DriverConflict, DriverError, InstanceNotFound } from '#server/ports/driver-errors.ts'
import { buildOrigin, saveSystemDisk } from './container-rebuild.ts'
import { isContainerLive } from './container-state.ts'
import type { OurContainer } from './containers.ts'
import { openDataDiskFiles, removeCarriers } from './data-disk-files.ts'
import { discardArrival, inspectMovingDisk, removeMovingDisks } from './disk-arrival.ts'
import type { DockerDriverContext } from './driver-context.ts'
import { pushImage } from './image-push.ts'
import {
  computeDiskState,
  formatLeavingName,
  formatMovingImage,
  formatPassingDisk,
  formatVolumeName,
  moveLabels,
} from './names.ts'
import { removeContainer } from './stop.ts'

const kib = 1024
const mib = 2 ** 20
const measureLimitMs = 60_000

/** Lends the disks of a stopped instance; new starts are refused meanwhile, and one that is under way is waited for. */
export function lendDisks<T>(parts: DockerDriverContext, ref: InstanceRef, take: (disks: LentDisks) => Promise<T>): Promise<T> {
  const { engine, lent, storage, turns } = parts
  return turns.run(`loan ${ref.id}`, async () => {
    lent.add(ref.id)
    try {
      const source = await turns.run(ref.id, () => requireStopped(parts, ref))
      const hasData = await storage.hasDataDisk(ref)
      if (hasData) await storage.openVolume(ref)
      return await take({
        state: computeDiskState(source.info),
        settings: JSON.stringify(buildOrigin(source.info)),
        copySystemDisk: () => copySystemDisk(parts, source),
        data: hasData
          ? { bytes: await measureDataDisk(parts, ref), open: () => openDataDiskFiles(engine, source.info.Image, ref) }
          : undefined,
      })
    } finally {
      lent.delete(ref.id)
      await removeCarriers(engine, ref, ['from']).catch(() => undefined) // the next loan removes it first
    }
  })
}

async function requireStopped({ containers }: DockerDriverContext, ref: InstanceRef): Promise<OurContainer> {
  const found = await containers.find(ref.id)
  if (found.some((one) => one.ref.generation > ref.generation)) throw new DriverConflict('a newer generation exists')
  const source = found.find((one) => one.ref.generation === ref.generation)
  if (!source) throw new InstanceNotFound(`no container of ${ref.id} generation ${ref.generation}`)
  if (isContainerLive(source.info)) throw new DriverConflict('instance is not stopped')
  return source
}

async function copySystemDisk({ engine }: DockerDriverContext, source: OurContainer): Promise<SystemDiskCopy> {
  const { ref, info } = source
  const { registry } = engine
  const image = formatPassingDisk(ref)
  const state = computeDiskState(info)
  if ((await inspectMovingDisk(engine, image))?.Config.Labels?.[moveLabels.state] !== state) {
    // A registry removes only what has the label of a saved image.
    await saveSystemDisk(engine, source, {
      image,
      labels: { [moveLabels.state]: state, [snapshotLabel]: computeSnapshotSource(ref) },
    })
  }
  // What cannot be removed from it would stay there for good: a person's whole disk.
  const isPassedOn = registry !== undefined && (await registry.allowsRemoval(formatMovingImage(ref)))
  return {
    bytes: (await inspectMovingDisk(engine, image))?.Size ?? 0,
    ...(isPassedOn && { push: (onProgress) => pushImage(engine, image, registry.locate(formatMovingImage(ref)), onProgress) }),
    open: () => engine.longCall(async (docker) => (await docker.getImage(image).get()) as Readable),
  }
}

/** Counts the bytes of a data disk; undefined if the host does not tell in time. */
async function measureDataDisk({ probe_container: probe, storage }: DockerDriverContext, ref: InstanceRef) {
  const inFile = await storage.loop_disks?.usedMb(formatVolumeName(ref))
  if (inFile !== undefined) return inFile * mib
  const folder = await storage.mountpoint(ref)
  const said = await probe.run('du -sk "$1"', [folder], measureLimitMs).catch((error: unknown) => {
    if (error instanceof DriverError) return ''
    throw error
  })
  const kilobytes = Number(/^\d+/.exec(said)?.[0])
  return Number.isFinite(kilobytes) ? kilobytes * kib : undefined
}

/**
 * Removes an instance whose disks another engine has. A mark says so until all is gone: a data disk without its container would
 * otherwise not tell whether it is what is left, or the only one.
 */
export async function leaveDisks(parts: DockerDriverContext, ref: InstanceRef, state: string): Promise<void> {
  const { containers, storage, turns } = parts
  const mark = formatLeavingName(ref)
  await turns.run(ref.id, async () => {
    const source = (await containers.find(ref.id)).find((one) => one.ref.generation >= ref.generation)
    if (source) {
      const isSame = source.ref.generation === ref.generation && computeDiskState(source.info) === state
      if (!isSame || isContainerLive(source.info)) throw new DriverConflict('the instance was started since its disks were read')
      await storage.unmark(mark) // it may be of an older state
      await storage.mark(mark, ref, { [moveLabels.state]: state })
      return
    }
    const isLeaving = (await storage.volumeLabels(mark))?.[moveLabels.state] === state
    if (!isLeaving && (await storage.hasDataDisk(ref)))
      throw new InstanceNotFound(`no container of ${ref.id}, but a data disk of which nothing tells whether it was moved`)
  })
  await removeCarriers(parts.engine, ref)
  await removeMovingDisks(parts.engine, ref)
  await removeContainer(parts, ref, false)
  await storage.unmark(mark)
}

/** Removes what has arrived here and is not revealed, and what a loan left. */
export function discardMove(parts: DockerDriverContext, ref: InstanceRef): Promise<void> {
  const { engine, storage, turns } = parts
  return turns.run(ref.id, async () => {
    await discardArrival(parts, ref)
    await removeCarriers(engine, ref)
    await removeMovingDisks(engine, ref)
    await engine.registry?.remove(formatMovingImage(ref))
    await storage.unmark(formatLeavingName(ref))
  })
}
