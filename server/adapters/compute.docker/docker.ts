import type { ComputeDriver } from '#server/ports/compute.ts'
import { DockerDriver } from './docker-driver.ts'
import { completeSettings, type DockerOptions } from './settings.ts'

/** Driver for one host with Docker or Podman: an instance is a container with limits and a volume at `/workspace`. */
export const createDockerDriver = (options: DockerOptions): ComputeDriver => new DockerDriver(completeSettings(options))
