import type { ContainerCreateOptions } from 'dockerode'
import { type Engine, tolerating } from './engine.ts'
import { no_labels } from './names.ts'

const not_found = 404

/** Makes a container that is never started: its files can be read, written and committed. Gives its id. */
export async function createPassing(engine: Engine, options: ContainerCreateOptions & { name: string }): Promise<string> {
  await removePassing(engine, options.name)
  const { id } = await engine.call((docker) =>
    docker.createContainer({
      Cmd: ['true'],
      Labels: no_labels,
      ...options,
      HostConfig: { NetworkMode: 'none', ...options.HostConfig },
    }),
  )
  return id
}

export async function removePassing(engine: Engine, name: string): Promise<void> {
  await tolerating(
    [not_found],
    engine.longCall((docker) => docker.getContainer(name).remove({ force: true, v: true })),
  )
}
