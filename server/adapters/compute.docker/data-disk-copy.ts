import type { Readable } from 'node:stream'
import { checkSpec } from '#server/adapters/compute.shared/spec-check.ts'
import type { InstanceSpec, Ref } from '#server/ports/compute.ts'
import { DriverConflict, InstanceNotFound, InvalidSpec } from '#server/ports/driver-errors.ts'
import { isLive } from './container-state.ts'
import type { OurContainer } from './containers.ts'
import type { Parts } from './driver-context.ts'
import type { Engine } from './engine.ts'
import { copied_label, copyingName, passingNames, volumeName } from './names.ts'
import { createPassing, removePassing } from './temporary-container.ts'

const place = '/workspace'

/** Fills the data volume of `to` from that of `from`, through two containers that are never started. */
export async function copyDataDisk(parts: Parts, from: Ref, to: InstanceSpec): Promise<void> {
  checkSpec(to)
  if (to.installation_id !== from.installation_id) throw new InvalidSpec('spec of another installation')
  if (from.id === to.id) throw new InvalidSpec('a disk cannot be copied onto itself')
  if (to.host !== (await parts.facts.host()).name) throw new InvalidSpec(`host ${to.host} does not exist`)
  await parts.turns.run(`copy ${from.id}`, async () => {
    if (await isWhole(parts, from, to)) return
    parts.copied_from.add(from.id) // no start of it begins from here on; one that had begun is waited for
    try {
      const source = await parts.turns.run(from.id, () => stoppedSource(parts, from))
      await parts.turns.run(to.id, () => copyInTurn(parts, source, to))
    } finally {
      parts.copied_from.delete(from.id)
    }
  })
}

async function copyInTurn(parts: Parts, source: OurContainer, to: InstanceSpec): Promise<void> {
  const { engine, storage } = parts
  if (await isWhole(parts, source.ref, to)) return
  await cleanUp(engine, to)
  await storage.markCopying(to)
  await storage.removeVolume(to)
  await storage.openVolume(source.ref)
  await storage.ensureVolume(to, { [copied_label]: source.ref.id })
  await stream(engine, source.info.Image, source.ref, to)
  await cleanUp(engine, to)
  await storage.unmarkCopying(to)
}

/** Whether the copy is there. Throws when there is something else, or may be. */
async function isWhole({ containers, storage }: Parts, from: Ref, to: Ref): Promise<boolean> {
  const half = await storage.volumeLabels(copyingName(to))
  const there = await storage.volumeLabels(volumeName(to))
  if (there && !half && there[copied_label] === from.id) return true
  if ((there && !half) || (await containers.find(to.id)).length > 0) throw new DriverConflict('the instance was started before')
  return false
}

async function stoppedSource({ containers }: Parts, from: Ref): Promise<OurContainer> {
  const source = (await containers.find(from.id)).find(({ ref }) => ref.generation === from.generation)
  if (!source) throw new InstanceNotFound(`no container of ${from.id} generation ${from.generation}`)
  if (isLive(source.info)) throw new DriverConflict('instance is not stopped')
  return source
}

async function stream(engine: Engine, Image: string, from: Ref, to: Ref): Promise<void> {
  const carrier = (step: 'from' | 'to', Source: string) =>
    createPassing(engine, {
      name: passingNames(volumeName(to)).container(step),
      Image,
      HostConfig: { Mounts: [{ Type: 'volume', Source, Target: place, ReadOnly: step === 'from' }] },
    })
  const [source, target] = [await carrier('from', volumeName(from)), await carrier('to', volumeName(to))]
  await engine.longCall(async (docker, abortSignal) => {
    const broken = new AbortController()
    const files = await docker.getContainer(source).getArchive({ path: `${place}/.`, abortSignal })
    files.once('error', () => broken.abort())
    const signal = AbortSignal.any([abortSignal, broken.signal])
    // Refused half way, it would hold the carrier for ever, and every later attempt begins with removing that.
    const put = docker.getContainer(target).putArchive(files, { path: place, abortSignal: signal })
    await put.finally(() => (files as Readable).destroy())
  })
}

async function cleanUp(engine: Engine, to: Ref): Promise<void> {
  const names = passingNames(volumeName(to))
  for (const step of ['from', 'to']) await removePassing(engine, names.container(step))
}
