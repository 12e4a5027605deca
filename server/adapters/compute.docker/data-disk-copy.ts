import type { Readable } from 'node:stream'
import { assertInstanceSpec } from '#server/adapters/compute.shared/spec-check.ts'
import type { InstanceRef, InstanceSpec } from '#server/ports/compute.ts'
import { DriverConflict, InstanceNotFound, InvalidSpec } from '#server/ports/driver-errors.ts'
import { isContainerLive } from './container-state.ts'
import type { OurContainer } from './containers.ts'
import type { DockerDriverContext } from './driver-context.ts'
import type { DockerEngine } from './engine.ts'
import { buildTemporaryNames, copiedFromLabel, formatCopyingName, formatVolumeName } from './names.ts'
import { createTemporaryContainer, removeTemporaryContainer } from './temporary-container.ts'

const copyMountPoint = '/workspace'

/** Fills the data volume of `to` from that of `from`, through two containers that are never started. */
export async function copyDataDisk(parts: DockerDriverContext, from: InstanceRef, to: InstanceSpec): Promise<void> {
  assertInstanceSpec(to)
  if (to.installation_id !== from.installation_id) throw new InvalidSpec('spec of another installation')
  if (from.id === to.id) throw new InvalidSpec('a disk cannot be copied onto itself')
  if (to.host !== (await parts.facts.name())) throw new InvalidSpec(`host ${to.host} does not exist`)
  await parts.turns.run(`copy ${from.id}`, async () => {
    if (await checkCopyTarget(parts, from, to)) return
    parts.copied_from.add(from.id) // blocks new starts of `from`; a start already running is waited for
    try {
      const source = await parts.turns.run(from.id, () => requireStoppedSource(parts, from))
      await parts.turns.run(to.id, () => copyLocked(parts, source, to))
    } finally {
      parts.copied_from.delete(from.id)
    }
  })
}

async function copyLocked(parts: DockerDriverContext, source: OurContainer, to: InstanceSpec): Promise<void> {
  const { engine, storage } = parts
  if (await checkCopyTarget(parts, source.ref, to)) return
  await cleanUpCopy(engine, to)
  await storage.markCopying(to)
  await storage.removeVolume(to)
  await storage.openVolume(source.ref)
  await storage.ensureVolume(to, { [copiedFromLabel]: source.ref.id })
  await streamFiles(engine, source.info.Image, source.ref, to)
  await cleanUpCopy(engine, to)
  await storage.unmarkCopying(to)
}

/** Returns whether the copy is complete. Throws `DriverConflict` if the target was, or may have been, started before. */
async function checkCopyTarget(
  { containers, storage }: DockerDriverContext,
  from: InstanceRef,
  to: InstanceRef,
): Promise<boolean> {
  const copyingLabels = await storage.volumeLabels(formatCopyingName(to))
  const volumeLabels = await storage.volumeLabels(formatVolumeName(to))
  if (volumeLabels && !copyingLabels && volumeLabels[copiedFromLabel] === from.id) return true
  if ((volumeLabels && !copyingLabels) || (await containers.find(to.id)).length > 0)
    throw new DriverConflict('the instance was started before')
  return false
}

async function requireStoppedSource({ containers }: DockerDriverContext, from: InstanceRef): Promise<OurContainer> {
  const source = (await containers.find(from.id)).find(({ ref }) => ref.generation === from.generation)
  if (!source) throw new InstanceNotFound(`no container of ${from.id} generation ${from.generation}`)
  if (isContainerLive(source.info)) throw new DriverConflict('instance is not stopped')
  return source
}

async function streamFiles(engine: DockerEngine, Image: string, from: InstanceRef, to: InstanceRef): Promise<void> {
  const carrier = (step: 'from' | 'to', Source: string) =>
    createTemporaryContainer(engine, {
      name: buildTemporaryNames(formatVolumeName(to)).container(step),
      Image,
      HostConfig: { Mounts: [{ Type: 'volume', Source, Target: copyMountPoint, ReadOnly: step === 'from' }] },
    })
  const [source, target] = [await carrier('from', formatVolumeName(from)), await carrier('to', formatVolumeName(to))]
  await engine.longCall(async (docker, abortSignal) => {
    const broken = new AbortController()
    const files = await docker.getContainer(source).getArchive({ path: `${copyMountPoint}/.`, abortSignal })
    files.once('error', () => broken.abort())
    const signal = AbortSignal.any([abortSignal, broken.signal])
    // If the upload is refused half way, close the stream: otherwise it blocks removal of the container in later attempts.
    const put = docker.getContainer(target).putArchive(files, { path: copyMountPoint, abortSignal: signal })
    await put.finally(() => (files as Readable).destroy())
  })
}

async function cleanUpCopy(engine: DockerEngine, to: InstanceRef): Promise<void> {
  const names = buildTemporaryNames(formatVolumeName(to))
  for (const step of ['from', 'to']) await removeTemporaryContainer(engine, names.container(step))
}
