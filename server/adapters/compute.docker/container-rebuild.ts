import type { Readable } from 'node:stream'
import type Docker from 'dockerode'
import type { InstanceSpec } from '#server/ports/compute.ts'
import type { Origin } from './container-plan.ts'
import type { OurContainer } from './containers.ts'
import type { Engine } from './engine.ts'
import { importFiles } from './image-import.ts'
import { keptDisk, type Labels, labelsOf } from './names.ts'

/** Engines stack at most 127 layers; each commit adds one. */
const most_layers = 100

/** Whether the container was made for what `spec` asks now. Its cards, limits and mounts cannot be changed in place. */
export function fits(spec: InstanceSpec, labels: Labels): boolean {
  return Object.entries(labelsOf(spec)).every(([key, value]) => (labels[key] ?? '') === value)
}

/** Keeps the system disk of a stopped container as an image and gives what its successor is made from. */
export async function keepDisk(engine: Engine, { ref, info }: OurContainer, layers_allowed = most_layers): Promise<Origin> {
  const image = keptDisk(ref)
  await engine.longCall(async (docker) => {
    const { RootFS } = await docker.getImage(info.Image).inspect()
    if ((RootFS.Layers?.length ?? 0) < layers_allowed) await commit(docker, info.Id, image)
    else await flatten(docker, info.Id, image)
  })
  const { Entrypoint, Cmd, WorkingDir, User, Env } = info.Config
  const entrypoint = typeof Entrypoint === 'string' ? [Entrypoint] : Entrypoint
  return { image, env: Env ?? [], command: { ...(entrypoint ? { Entrypoint: entrypoint } : {}), Cmd, WorkingDir, User } }
}

async function commit(docker: Docker, container: string, image: string): Promise<void> {
  const [repo, tag] = image.split(':')
  await docker.getContainer(container).commit({ repo, tag, pause: true })
}

async function flatten(docker: Docker, container: string, image: string): Promise<void> {
  const files = (await docker.getContainer(container).export()) as Readable
  await importFiles(docker, files, image).finally(() => files.destroy())
}
