import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import Docker from 'dockerode'
import { afterAll, describe, it } from 'vitest'
import { systemClock } from '#server/adapters/clock.system.ts'
import { createDockerDriver } from '#server/adapters/compute.docker/docker.ts'
import type { DockerOptions } from '#server/adapters/compute.docker/settings.ts'
import type { DiskPresence } from '#server/ports/compute.ts'
import { startTestRegistry } from './registry.ts'
import type { DriverWorld } from './world.ts'

const dockerSocket = process.env.DOCKER_SOCKET
const testImage = process.env.TEST_IMAGE ?? 'zhisuan/base:test'

export interface DockerWorld extends DriverWorld {
  docker: Docker
  options: DockerOptions
}

async function whyNoDocker(): Promise<string | undefined> {
  if (!dockerSocket) return 'DOCKER_SOCKET is not set (scripts/with-docker.ts sets it)'
  return new Docker({ socketPath: dockerSocket }).ping().then(
    () => undefined,
    (error: Error) => `no engine answers at ${dockerSocket}: ${error.message}`,
  )
}

const reason = await whyNoDocker()

/**
 * Cases that need an engine: without one they are skipped with the reason, or fail under REQUIRE_DOCKER=1. `obstacle` says what
 * else they need and is not here: then they are skipped, or run, and fail, under REQUIRE_ALL=1.
 */
export function defineDockerCases(cases: () => void, obstacle?: string): void {
  if (reason === undefined && obstacle !== undefined && process.env.REQUIRE_ALL !== '1') {
    describe.skip(obstacle, () => it('needs more than an engine', () => undefined))
  } else if (reason === undefined) {
    afterAll(removeNetworks)
    cases()
  } else if (process.env.REQUIRE_DOCKER === '1') {
    it('has an engine to test against', () => {
      throw new Error(reason)
    })
  } else describe.skip(reason, () => it('needs an engine', () => undefined))
}

/** Installations whose test is over: empty, but for their network, which takes an engine long to make. */
const free: string[] = []

async function removeNetworks(): Promise<void> {
  const docker = new Docker({ socketPath: dockerSocket ?? '' })
  const removals = free.map((installationId) => docker.getNetwork(`${installationId}.instances`).remove())
  await Promise.all(removals.map((removal) => removal.catch(() => undefined)))
}

/** An installation of its own on the engine at DOCKER_SOCKET, with two pretended cards. */
export async function createDockerWorld(changes: Partial<DockerOptions> = {}): Promise<DockerWorld> {
  const docker = new Docker({ socketPath: dockerSocket ?? '' })
  const registry = await startTestRegistry()
  const installationId = free.pop() ?? `test-${randomBytes(4).toString('hex')}`
  const options: DockerOptions = {
    access: { by: 'unix', socket_path: dockerSocket ?? '' },
    clock: systemClock,
    installation_id: installationId,
    virtual_gpus: [{ model: 'RTX 4090', count: 2 }],
    host_check: 'skipped',
    ...changes,
  }
  const world: DockerWorld = {
    driver: createDockerDriver(options),
    docker,
    options,
    installation_id: installationId,
    image: testImage,
    missing_image: `${registry.address}/zhisuan/missing:1`,
    serve: (port, folder) => `httpd -p ${port} -h ${folder}`,
    restart: async () => {
      await world.driver.close()
      world.driver = createDockerDriver(options)
    },
    unreachable: () => createDockerDriver({ ...options, access: { by: 'unix', socket_path: `${dockerSocket}.nobody` } }),
    wait: (ms) => after(Math.min(ms, 50)),
    lose: (id, disks) => removeDisks(docker, installationId, id, disks),
    end: async () => {
      await world.driver.close()
      await removeDockerInstallation(docker, installationId)
      free.push(installationId)
      await registry.close()
    },
  }
  return world
}

/** Takes disks of an instance away behind the driver's back. */
export async function removeDisks(docker: Docker, installationId: string, id: string, disks: DiskPresence): Promise<void> {
  const filters = { label: [`zhisuan.installation=${installationId}`, `zhisuan.id=${id}`] }
  const found = disks.system ? await docker.listContainers({ all: true, filters }) : []
  for (const { Id } of found) await docker.getContainer(Id).remove({ force: true, v: true })
  if (disks.data) await docker.getVolume(`${installationId}.${id}.workspace`).remove()
}

/** Removes containers, data disks and saved images of an installation from an engine. */
export async function removeDockerInstallation(docker: Docker, installationId: string): Promise<void> {
  const filters = { label: [`zhisuan.installation=${installationId}`] }
  const containers = await docker.listContainers({ all: true, filters })
  await Promise.all(containers.map(({ Id }) => docker.getContainer(Id).remove({ force: true, v: true })))
  const { Volumes } = await docker.listVolumes({ filters })
  await Promise.all((Volumes ?? []).map(({ Name }) => docker.getVolume(Name).remove()))
  for (const { Labels } of containers) {
    const hash = createHash('sha256').update(`${installationId}/${Labels['zhisuan.id']}`).digest('hex').slice(0, 24)
    const images = await docker.listImages({ filters: { reference: [`zhisuan-disk/${hash}`] } })
    for (const tag of images.flatMap(({ RepoTags }) => RepoTags ?? [])) await docker.getImage(tag).remove()
  }
  const saved = await docker.listImages({ filters: { reference: [`saved/${installationId}`, `zhisuan/*-${installationId}*`] } })
  for (const tag of saved.flatMap(({ RepoTags }) => RepoTags ?? [])) await docker.getImage(tag).remove()
}
