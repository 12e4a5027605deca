import type { ContainerCreateOptions } from 'dockerode'
import { type DockerEngine, ignoreStatuses } from './engine.ts'
import { emptyLabels } from './names.ts'

const notFound = 404

/** Creates a container that is never started, to read, write and commit its files; returns its id. */
export async function createTemporaryContainer(
  engine: DockerEngine,
  options: ContainerCreateOptions & { name: string },
): Promise<string> {
  await removeTemporaryContainer(engine, options.name)
  const { id } = await engine.call((docker) =>
    docker.createContainer({
      Cmd: ['true'],
      Labels: emptyLabels,
      ...options,
      HostConfig: { NetworkMode: 'none', ...options.HostConfig },
    }),
  )
  return id
}

export async function removeTemporaryContainer(engine: DockerEngine, name: string): Promise<void> {
  await ignoreStatuses(
    [notFound],
    engine.watchedCall((docker) => docker.getContainer(name).remove({ force: true, v: true })),
  )
}
