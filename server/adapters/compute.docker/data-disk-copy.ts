import { assertInstanceSpec } from '#server/adapters/compute.shared/spec-check.ts'
import type { InstanceRef, InstanceSpec } from '#server/ports/compute.ts'
import type { DataDiskFiles, LendDisks } from '#server/ports/disk-transfer.ts'
import { DriverConflict, InstanceNotFound, InvalidSpec } from '#server/ports/driver-errors.ts'
import { removeCarriers, writeDataDiskFiles } from './data-disk-files.ts'
import type { DockerDriverContext } from './driver-context.ts'
import { fetchEngineImage } from './image-pull.ts'
import { copiedFromLabel, formatCopyingName, formatVolumeName } from './names.ts'

const gib = 2 ** 30

/** Fills the data volume of `to` from that of `from`, which its engine lends, through containers that are never started. */
export async function copyDataDisk(
  parts: DockerDriverContext,
  from: InstanceRef,
  to: InstanceSpec,
  lend: LendDisks,
  onProgress: (percent: number) => void,
): Promise<void> {
  assertInstanceSpec(to)
  if (to.installation_id !== from.installation_id) throw new InvalidSpec('spec of another installation')
  if (from.id === to.id) throw new InvalidSpec('a disk cannot be copied onto itself')
  if (to.host !== (await parts.facts.name())) throw new InvalidSpec(`host ${to.host} does not exist`)
  if (await isCopied(parts, from, to)) return
  await lend(from, async ({ data }) => {
    if (!data) throw new InstanceNotFound(`no data disk of ${from.id}`)
    await parts.turns.run(to.id, () => copyLocked(parts, from, to, data, onProgress))
  })
}

async function copyLocked(
  parts: DockerDriverContext,
  from: InstanceRef,
  to: InstanceSpec,
  data: DataDiskFiles,
  onProgress: (percent: number) => void,
): Promise<void> {
  const { engine, storage } = parts
  if (await isCopied(parts, from, to)) return
  await fetchEngineImage(engine, to.image, () => undefined)
  await removeCarriers(engine, to)
  await storage.mark(formatCopyingName(to), to)
  await storage.removeVolume(to)
  await storage.ensureVolume(to, { [copiedFromLabel]: from.id })
  const bytes = data.bytes ?? to.data_disk_gb * gib
  await writeDataDiskFiles(engine, to.image, to, await data.open(), { bytes, onProgress })
  await removeCarriers(engine, to)
  await storage.unmark(formatCopyingName(to))
}

/** Returns whether the copy is complete. Throws `DriverConflict` if the target was, or may have been, started before. */
async function isCopied({ containers, storage }: DockerDriverContext, from: InstanceRef, to: InstanceRef): Promise<boolean> {
  const copyingLabels = await storage.volumeLabels(formatCopyingName(to))
  const volumeLabels = await storage.volumeLabels(formatVolumeName(to))
  if (volumeLabels && !copyingLabels && volumeLabels[copiedFromLabel] === from.id) return true
  if ((volumeLabels && !copyingLabels) || (await containers.find(to.id)).length > 0)
    throw new DriverConflict('the instance was started before')
  return false
}
