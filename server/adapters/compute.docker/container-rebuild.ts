import type { Readable } from 'node:stream'
import type Docker from 'dockerode'
import type { ContainerInspectInfo } from 'dockerode'
import type { InstanceSpec } from '#server/ports/compute.ts'
import type { ContainerOrigin } from './container-plan.ts'
import type { OurContainer } from './containers.ts'
import type { DockerEngine } from './engine.ts'
import { importImage } from './image-import.ts'
import { buildLabels, type ContainerLabels, formatKeptDiskImage, parseImageReference } from './names.ts'

/** Limit before flattening: engines stack at most 127 layers, and each commit adds one. */
const maxLayers = 100

interface SavedDiskOptions {
  image?: string
  labels?: ContainerLabels
  layers_allowed?: number
}

/** True if the container matches `spec`. Its cards, limits and mounts cannot be changed in place. */
export function isMadeForSpec(spec: InstanceSpec, labels: ContainerLabels): boolean {
  return Object.entries(buildLabels(spec)).every(([key, value]) => (labels[key] ?? '') === value)
}

/**
 * Saves the system disk of a stopped container as an image, with these labels, and returns the origin for its replacement. A disk
 * of as many layers as are allowed is put on one.
 */
export async function saveSystemDisk(
  engine: DockerEngine,
  { ref, info }: OurContainer,
  { image = formatKeptDiskImage(ref), labels = {}, layers_allowed: layersAllowed = maxLayers }: SavedDiskOptions = {},
): Promise<ContainerOrigin> {
  const changes = Object.entries(labels).map(([key, value]) => `LABEL ${key}=${value}`)
  await engine.longCall(async (docker) => {
    const { RootFS } = await docker.getImage(info.Image).inspect()
    if ((RootFS.Layers?.length ?? 0) < layersAllowed) {
      const { repo, tag } = parseImageReference(image)
      await docker.getContainer(info.Id).commit({ repo, tag, pause: true, changes })
    } else await flattenContainer(docker, info.Id, image, changes)
  })
  return { image, ...buildOrigin(info) }
}

/** Returns what another container on the same system disk begins with, besides it. */
export function buildOrigin({ Config }: ContainerInspectInfo): Omit<ContainerOrigin, 'image'> {
  const { Entrypoint, Cmd, WorkingDir, User, Env } = Config
  const entrypoint = typeof Entrypoint === 'string' ? [Entrypoint] : Entrypoint
  return { env: Env ?? [], command: { ...(entrypoint ? { Entrypoint: entrypoint } : {}), Cmd, WorkingDir, User } }
}

async function flattenContainer(docker: Docker, container: string, image: string, changes: readonly string[]): Promise<void> {
  const files = (await docker.getContainer(container).export()) as Readable
  await importImage(docker, files, image, { changes }).finally(() => files.destroy())
}
