import type { Readable } from 'node:stream'
import type { ContainerInspectInfo, ImageInspectInfo } from 'dockerode'
import { isLeftOut } from '#server/adapters/compute.shared/snapshot-exclusions.ts'
import { checkCopy, isImageReference } from '#server/adapters/compute.shared/spec-check.ts'
import type { Ref } from '#server/ports/compute.ts'
import { DriverConflict, ImageNotFound, InstanceNotFound, InvalidSpec } from '#server/ports/driver-errors.ts'
import type { Parts } from './driver-context.ts'
import { type Engine, tolerating } from './engine.ts'
import { importFiles } from './image-import.ts'
import { passingNames, retiredName, snapshot_label, snapshotSource } from './names.ts'
import { filterTar } from './tar-filter.ts'
import { createPassing, removePassing } from './temporary-container.ts'

type Progress = (percent: number) => void
const not_found = 404
const mib = 2 ** 20
/** Ours, or emptied by us for the engine's own programs' sake. */
const own_variable = /^(?:NVIDIA_VISIBLE_DEVICES|LD_PRELOAD|LD_AUDIT)=/

/**
 * Commits the container, then puts its files without private ones into an image of one layer: what a layer once held can
 * be read for ever. `target` exists only when it is whole; what a kill leaves has known names and goes at the next attempt.
 */
export async function snapshot(parts: Parts, ref: Ref, target: string, onProgress: Progress): Promise<{ size_mb: number }> {
  if (!isImageReference(target) || target.includes('@')) throw new InvalidSpec('image reference is malformed')
  return parts.turns.run(`image ${target}`, async () => {
    const there = await inspectImage(parts.engine, target)
    if (there && there.Config.Labels?.[snapshot_label] !== snapshotSource(ref)) {
      throw new InvalidSpec(`image ${target} exists already`)
    }
    const saved = there ?? (await make(parts, ref, target, onProgress))
    onProgress(100)
    return { size_mb: Math.ceil(saved.Size / mib) }
  })
}

/** A second name of the same files: they stay as long as either name does, or anything that runs from them. */
export async function copyImage({ engine, turns }: Parts, source: string, target: string): Promise<void> {
  checkCopy(source, target)
  // In one order, so that two that copy each other's do not wait for ever.
  const [first, second] = [source, target].sort()
  await turns.run(`image ${first}`, () =>
    turns.run(`image ${second}`, async () => {
      const [of, there] = [await inspectImage(engine, source), await inspectImage(engine, target)]
      if (!of) throw new ImageNotFound(`no image ${source}`)
      if (!of.Config.Labels?.[snapshot_label]) throw new InvalidSpec(`image ${source} is no snapshot`)
      if (there && there.Id !== of.Id) throw new InvalidSpec(`image ${target} exists already`)
      if (!there) await engine.call((docker) => docker.getImage(source).tag(splitReference(target)))
    }),
  )
}

/** Takes the name away; the files go when nothing runs from them. Forcing would, with Podman, remove what runs. */
export async function removeSnapshot({ engine, settings, storage, turns }: Parts, image: string): Promise<void> {
  if (!isImageReference(image)) throw new InvalidSpec('image reference is malformed')
  await turns.run(`image ${image}`, async () => {
    await cleanUp(engine, image)
    const there = await inspectImage(engine, image)
    if (!there) return
    if (!there.Config.Labels?.[snapshot_label]) throw new InvalidSpec(`image ${image} is no snapshot`)
    await engine.call((docker) => docker.getImage(image).tag(splitReference(retiredName(settings.installation_id, there.Id))))
    await engine.longCall((docker) => docker.getImage(image).remove())
    await storage.sweepRetired()
  })
}

async function make(parts: Parts, ref: Ref, target: string, onProgress: Progress): Promise<ImageInspectInfo> {
  const { engine } = parts
  const names = passingNames(target)
  await cleanUp(engine, target)
  onProgress(0)
  try {
    const config = await commitDisk(parts, ref, names.image('whole'))
    const { Size } = (await inspectImage(engine, names.image('whole')))!
    const whole = await createPassing(engine, { name: names.container('whole'), Image: names.image('whole') })
    await engine.longCall(async (docker, signal) => {
      const files = (await docker.getContainer(whole).export({ abortSignal: signal })) as Readable
      const kept = filterTar(counted(files, Size, onProgress), isLeftOut)
      // Refused half way, it would hold the disk of the container for ever.
      await importFiles(docker, kept, names.image('files'), signal).finally(() => files.destroy())
    })
    const Labels = { ...config.Labels, [snapshot_label]: snapshotSource(ref) }
    const scrubbed = await createPassing(engine, {
      ...config,
      name: names.container('files'),
      Image: names.image('files'),
      Labels,
    })
    await engine.longCall((docker) => docker.getContainer(scrubbed).commit(splitReference(target)))
  } finally {
    await cleanUp(engine, target).catch(() => undefined) // the next attempt begins with it
  }
  return (await inspectImage(engine, target))!
}

/** Gives what containers of the new image are to run and see. A running container is paused for that moment. */
async function commitDisk({ engine, containers, turns }: Parts, ref: Ref, image: string) {
  return turns.run(ref.id, async () => {
    const found = (await containers.find(ref.id)).find((one) => one.ref.generation === ref.generation)
    if (!found) throw new InstanceNotFound(`no container of ${ref.id} generation ${ref.generation}`)
    const { Running, Paused, Status } = found.info.State
    if (Paused || !(Running || Status === 'exited')) throw new DriverConflict(`a disk is not saved while ${Status}`)
    const began_with = await inspectImage(engine, found.info.Image)
    await engine.longCall((docker) => docker.getContainer(found.info.Id).commit({ ...splitReference(image), pause: Running }))
    return configOf(found.info, began_with)
  })
}

/** The image's own part of a container's configuration: nothing that was given to this one container, and no label. */
function configOf({ Config }: ContainerInspectInfo, began_with: ImageInspectInfo | undefined) {
  const { Cmd, WorkingDir, User, ExposedPorts, Volumes, Healthcheck } = Config
  const { StopSignal } = Config as { StopSignal?: string } // not in dockerode's types
  const entrypoint = typeof Config.Entrypoint === 'string' ? [Config.Entrypoint] : Config.Entrypoint
  return {
    Cmd: Cmd ?? [],
    WorkingDir,
    User,
    Env: (began_with?.Config.Env ?? []).filter((entry) => !own_variable.test(entry)),
    Labels: {},
    ...(entrypoint ? { Entrypoint: entrypoint } : {}),
    ...(ExposedPorts ? { ExposedPorts } : {}),
    ...(Volumes ? { Volumes } : {}),
    ...(Healthcheck ? { Healthcheck } : {}),
    ...(StopSignal ? { StopSignal } : {}),
  }
}

async function* counted(files: Readable, size: number, onProgress: Progress): AsyncGenerator<Uint8Array> {
  let [passed, reported] = [0, 0]
  for await (const chunk of files as AsyncIterable<Uint8Array>) {
    passed += chunk.length
    const percent = Math.min(99, Math.floor((100 * passed) / Math.max(1, size)))
    if (percent > reported) onProgress(percent)
    reported = Math.max(reported, percent)
    yield chunk
  }
}

async function cleanUp(engine: Engine, target: string): Promise<void> {
  const names = passingNames(target)
  for (const step of ['whole', 'files']) {
    await removePassing(engine, names.container(step))
    await tolerating(
      [not_found],
      engine.longCall((docker) => docker.getImage(names.image(step)).remove()),
    )
  }
}

const inspectImage = (engine: Engine, image: string) =>
  tolerating(
    [not_found],
    engine.call((docker) => docker.getImage(image).inspect()),
  )

function splitReference(image: string): { repo: string; tag: string } {
  const cut = image.indexOf(':', image.lastIndexOf('/') + 1)
  return cut < 0 ? { repo: image, tag: 'latest' } : { repo: image.slice(0, cut), tag: image.slice(cut + 1) }
}
