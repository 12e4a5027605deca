import type { Readable } from 'node:stream'
import type Docker from 'dockerode'
import type { InstanceSpec } from '#server/ports/compute.ts'
import type { ContainerOrigin } from './container-plan.ts'
import type { OurContainer } from './containers.ts'
import type { DockerEngine } from './engine.ts'
import { importImage } from './image-import.ts'
import { buildLabels, type ContainerLabels, formatKeptDiskImage } from './names.ts'

/** Limit before flattening: engines stack at most 127 layers, and each commit adds one. */
const maxLayers = 100

/** True if the container matches `spec`. Its cards, limits and mounts cannot be changed in place. */
export function isMadeForSpec(spec: InstanceSpec, labels: ContainerLabels): boolean {
  return Object.entries(buildLabels(spec)).every(([key, value]) => (labels[key] ?? '') === value)
}

/** Saves the system disk of a stopped container as an image and returns the origin for its replacement. */
export async function saveSystemDisk(
  engine: DockerEngine,
  { ref, info }: OurContainer,
  layersAllowed = maxLayers,
): Promise<ContainerOrigin> {
  const image = formatKeptDiskImage(ref)
  await engine.longCall(async (docker) => {
    const { RootFS } = await docker.getImage(info.Image).inspect()
    if ((RootFS.Layers?.length ?? 0) < layersAllowed) await commitContainer(docker, info.Id, image)
    else await flattenContainer(docker, info.Id, image)
  })
  const { Entrypoint, Cmd, WorkingDir, User, Env } = info.Config
  const entrypoint = typeof Entrypoint === 'string' ? [Entrypoint] : Entrypoint
  return { image, env: Env ?? [], command: { ...(entrypoint ? { Entrypoint: entrypoint } : {}), Cmd, WorkingDir, User } }
}

async function commitContainer(docker: Docker, container: string, image: string): Promise<void> {
  const [repo, tag] = image.split(':')
  await docker.getContainer(container).commit({ repo, tag, pause: true })
}

async function flattenContainer(docker: Docker, container: string, image: string): Promise<void> {
  const files = (await docker.getContainer(container).export()) as Readable
  await importImage(docker, files, image).finally(() => files.destroy())
}
