import type { Readable } from 'node:stream'
import type { ContainerInspectInfo, ImageInspectInfo } from 'dockerode'
import { isExcludedFromSnapshot } from '#server/adapters/compute.shared/snapshot-exclusions.ts'
import { assertImageCopy, isImageReference } from '#server/adapters/compute.shared/spec-check.ts'
import { filterTar } from '#server/adapters/compute.shared/tar-filter.ts'
import { computeSnapshotSource, snapshotLabel } from '#server/adapters/oci-registry/saved-image-registry.ts'
import type { InstanceRef } from '#server/ports/compute.ts'
import {
  DriverConflict,
  ImageNotFound,
  InstanceNotFound,
  InvalidSpec,
  UnsupportedOperation,
} from '#server/ports/driver-errors.ts'
import type { DockerDriverContext } from './driver-context.ts'
import { type DockerEngine, ignoreStatuses } from './engine.ts'
import { importImage } from './image-import.ts'
import { fetchEngineImage } from './image-pull.ts'
import { pushImage } from './image-push.ts'
import { buildTemporaryNames, formatRetiredName, isStoppedName, parseImageReference } from './names.ts'
import { reportBytesRead } from './read-progress.ts'
import { createTemporaryContainer, removeTemporaryContainer } from './temporary-container.ts'

type ReportProgress = (percent: number) => void
const notFound = 404
const mib = 2 ** 20
/** Of the way to a saved image; the rest brings it to the registry. */
const builtShare = 0.6
/** Variables that we set, or emptied to protect the engine's own programs. */
const ownVariablePattern = /^(?:(?:NVIDIA|ASCEND)_VISIBLE_DEVICES|LD_PRELOAD|LD_AUDIT)=/

/**
 * Commits the container, then copies its files without private ones into a single-layer image, because the content of an old
 * layer stays readable. `target` exists only when complete; leftovers of a killed server have known names and are removed by
 * the next attempt.
 */
export async function createSnapshot(
  parts: DockerDriverContext,
  ref: InstanceRef,
  target: string,
  onProgress: ReportProgress,
): Promise<{ size_mb: number }> {
  if (!isImageReference(target) || target.includes('@')) throw new InvalidSpec('image reference is malformed')
  return parts.turns.run(`image ${target}`, async () => {
    const there = await findSaved(parts.engine, target)
    if (there && there.Config.Labels?.[snapshotLabel] !== computeSnapshotSource(ref)) {
      throw new InvalidSpec(`image ${target} exists already`)
    }
    const { registry } = parts.engine
    const onBuilt: ReportProgress = registry ? (percent) => onProgress(Math.floor(percent * builtShare)) : onProgress
    const saved = there ?? (await buildSnapshotImage(parts, ref, target, onBuilt))
    if (registry?.keeps(target)) {
      const onPushed: ReportProgress = (percent) =>
        onProgress(Math.floor((builtShare + (1 - builtShare) * (percent / 100)) * 100))
      await pushImage(parts.engine, target, registry.locate(target), onPushed)
    }
    onProgress(100)
    return { size_mb: Math.ceil(saved.Size / mib) }
  })
}

/** Returns a saved image that this host or the registry has; what only the registry has is pulled. */
async function findSaved(engine: DockerEngine, target: string): Promise<ImageInspectInfo | undefined> {
  const there = await inspectImage(engine, target)
  if (there || !engine.registry?.keeps(target)) return there
  try {
    await fetchEngineImage(engine, target, () => undefined)
  } catch (error) {
    if (!(error instanceof ImageNotFound)) throw error
  }
  return inspectImage(engine, target)
}

/**
 * Adds a second name for the same files; they stay while either name or a container uses them. With a registry both are there,
 * and a source that was saved here before there was one is brought there first.
 */
export async function copySnapshot(parts: DockerDriverContext, source: string, target: string): Promise<void> {
  const { engine, turns } = parts
  assertImageCopy(source, target)
  const { registry } = engine
  if (registry?.keeps(source) && registry.keeps(target)) {
    const isTaken = (await inspectImage(engine, target)) && !(await registry.has(target))
    if (isTaken) throw new InvalidSpec(`image ${target} exists already`)
    await shareSnapshot(parts, source)
    return registry.copy(source, target)
  }
  // Lock in a fixed order, so that two copies in opposite directions do not deadlock.
  const [first, second] = [source, target].sort()
  await turns.run(`image ${first}`, () =>
    turns.run(`image ${second}`, async () => {
      const [of, there] = [await inspectImage(engine, source), await inspectImage(engine, target)]
      if (!of) throw new ImageNotFound(`no image ${source}`)
      if (!of.Config.Labels?.[snapshotLabel]) throw new InvalidSpec(`image ${source} is no snapshot`)
      if (there && there.Id !== of.Id) throw new InvalidSpec(`image ${target} exists already`)
      if (!there) await engine.call((docker) => docker.getImage(source).tag(parseImageReference(target)))
    }),
  )
}

/** Brings a saved image to the registry, unless it is there. */
export async function shareSnapshot({ engine, turns }: DockerDriverContext, image: string): Promise<void> {
  const { registry } = engine
  if (!registry?.keeps(image)) throw new UnsupportedOperation('no registry keeps this image')
  await turns.run(`image ${image}`, async () => {
    if (await registry.has(image)) return
    const there = await inspectImage(engine, image)
    if (!there) throw new ImageNotFound(`no image ${image}`)
    if (!there.Config.Labels?.[snapshotLabel]) throw new InvalidSpec(`image ${image} is no snapshot`)
    await pushImage(engine, image, registry.locate(image), () => undefined)
  })
}

/**
 * Removes the name, in the registry too; the files go when no container uses them. No force: in Podman it would remove running
 * containers.
 */
export async function removeSnapshot({ engine, settings, storage, turns }: DockerDriverContext, image: string): Promise<void> {
  if (!isImageReference(image)) throw new InvalidSpec('image reference is malformed')
  await turns.run(`image ${image}`, async () => {
    await cleanUp(engine, image)
    const there = await inspectImage(engine, image)
    if (there && !there.Config.Labels?.[snapshotLabel]) throw new InvalidSpec(`image ${image} is no snapshot`)
    if (engine.registry?.keeps(image)) await engine.registry.remove(image)
    if (!there) return
    await engine.call((docker) =>
      docker.getImage(image).tag(parseImageReference(formatRetiredName(settings.installation_id, there.Id))),
    )
    await engine.longCall((docker) => docker.getImage(image).remove())
    await storage.sweepRetired()
  })
}

async function buildSnapshotImage(
  parts: DockerDriverContext,
  ref: InstanceRef,
  target: string,
  onProgress: ReportProgress,
): Promise<ImageInspectInfo> {
  const { engine } = parts
  const names = buildTemporaryNames(target)
  await cleanUp(engine, target)
  onProgress(0)
  try {
    const config = await commitDisk(parts, ref, names.image('whole'))
    const { Size } = (await inspectImage(engine, names.image('whole')))!
    const whole = await createTemporaryContainer(engine, { name: names.container('whole'), Image: names.image('whole') })
    await engine.longCall(async (docker, signal) => {
      const files = (await docker.getContainer(whole).export({ abortSignal: signal })) as Readable
      const kept = filterTar(reportBytesRead(files, Size, onProgress), isExcludedFromSnapshot)
      // Close the stream: if the import is refused half way, it would hold the disk of the container forever.
      await importImage(docker, kept, names.image('files'), { signal }).finally(() => files.destroy())
    })
    const Labels = { ...config.Labels, [snapshotLabel]: computeSnapshotSource(ref) }
    const scrubbed = await createTemporaryContainer(engine, {
      ...config,
      name: names.container('files'),
      Image: names.image('files'),
      Labels,
    })
    await engine.longCall((docker) => docker.getContainer(scrubbed).commit(parseImageReference(target)))
  } finally {
    await cleanUp(engine, target).catch(() => undefined) // the next attempt cleans up first
  }
  return (await inspectImage(engine, target))!
}

/** Commits the disk and returns the config of the new image. A running container is paused meanwhile. */
async function commitDisk({ engine, containers, turns }: DockerDriverContext, ref: InstanceRef, image: string) {
  return turns.run(ref.id, async () => {
    const found = (await containers.find(ref.id)).find((one) => one.ref.generation === ref.generation)
    if (!found) throw new InstanceNotFound(`no container of ${ref.id} generation ${ref.generation}`)
    const { Running, Paused, Status } = found.info.State
    const hasDisk = Running || Status === 'exited' || (Status === 'created' && isStoppedName(found.info.Name)) // it moved here
    if (Paused || !hasDisk) throw new DriverConflict(`a disk is not saved while ${Status}`)
    const beganWith = await inspectImage(engine, found.info.Image)
    await engine.longCall((docker) =>
      docker.getContainer(found.info.Id).commit({ ...parseImageReference(image), pause: Running }),
    )
    return buildImageConfig(found.info, beganWith)
  })
}

/** Extracts the image's part of a container's config, without labels and without settings of this one container. */
function buildImageConfig({ Config }: ContainerInspectInfo, beganWith: ImageInspectInfo | undefined) {
  const { Cmd, WorkingDir, User, ExposedPorts, Volumes, Healthcheck } = Config
  const { StopSignal } = Config as { StopSignal?: string } // missing in dockerode's types
  const entrypoint = typeof Config.Entrypoint === 'string' ? [Config.Entrypoint] : Config.Entrypoint
  return {
    Cmd: Cmd ?? [],
    WorkingDir,
    User,
    Env: (beganWith?.Config.Env ?? []).filter((entry) => !ownVariablePattern.test(entry)),
    Labels: {},
    ...(entrypoint ? { Entrypoint: entrypoint } : {}),
    ...(ExposedPorts ? { ExposedPorts } : {}),
    ...(Volumes ? { Volumes } : {}),
    ...(Healthcheck ? { Healthcheck } : {}),
    ...(StopSignal ? { StopSignal } : {}),
  }
}

async function cleanUp(engine: DockerEngine, target: string): Promise<void> {
  const names = buildTemporaryNames(target)
  for (const step of ['whole', 'files']) {
    await removeTemporaryContainer(engine, names.container(step))
    await ignoreStatuses(
      [notFound],
      engine.longCall((docker) => docker.getImage(names.image(step)).remove()),
    )
  }
}

const inspectImage = (engine: DockerEngine, image: string) =>
  ignoreStatuses(
    [notFound],
    engine.call((docker) => docker.getImage(image).inspect()),
  )
