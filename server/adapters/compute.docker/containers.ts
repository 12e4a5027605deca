import type { ContainerInfo, ContainerInspectInfo } from 'dockerode'
import pMap from 'p-map'
import type { InstanceRef } from '#server/ports/compute.ts'
import { type DockerEngine, ignoreStatuses } from './engine.ts'
import { buildLabelFilter, formatContainerName, formatStoppedName, isStoppedName, parseLabelRef } from './names.ts'

export interface OurContainer {
  ref: InstanceRef
  info: ContainerInspectInfo
}

const notFound = 404
const notModified = 304
const maxParallelInspects = 8

/** Containers of one installation on one engine, found by label. */
export class ContainerStore {
  readonly #engine: DockerEngine
  readonly #installation_id: string

  constructor(engine: DockerEngine, installationId: string) {
    this.#engine = engine
    this.#installation_id = installationId
  }

  summaries(id?: string, signal?: AbortSignal): Promise<ContainerInfo[]> {
    const filters = buildLabelFilter(this.#installation_id, id)
    return this.#engine.call((docker, abortSignal) => docker.listContainers({ all: true, filters, abortSignal }), signal)
  }

  /**
   * Inspects all containers, or those of one instance; newest generation first, running ones before others. Skips any that
   * vanish meanwhile.
   */
  async find(id?: string, signal?: AbortSignal): Promise<OurContainer[]> {
    const summaries = await this.summaries(id, signal)
    const inspected = await pMap(summaries, ({ Id }) => this.inspect(Id, signal), { concurrency: maxParallelInspects })
    const found = inspected.filter((one) => one !== undefined)
    return found.sort(
      (a, b) => b.ref.generation - a.ref.generation || Number(b.info.State.Running) - Number(a.info.State.Running),
    )
  }

  async inspect(container: string, signal?: AbortSignal): Promise<OurContainer | undefined> {
    const info = await ignoreStatuses(
      [notFound],
      this.#engine.call((docker, abortSignal) => docker.getContainer(container).inspect({ abortSignal }), signal),
    )
    const ref = info && parseLabelRef(info.Config.Labels ?? {})
    return ref && { ref, info }
  }

  /** Removes the container and its anonymous volumes, running or not. */
  async remove({ info }: OurContainer): Promise<void> {
    await ignoreStatuses(
      [notFound],
      this.#engine.longCall((docker) => docker.getContainer(info.Id).remove({ force: true, v: true })),
    )
  }

  async start(container: string): Promise<void> {
    await ignoreStatuses(
      [notModified],
      this.#engine.call((docker) => docker.getContainer(container).start()),
    )
  }

  /** Records in the name whether the container is meant to be stopped. Succeeds if another server has already done so. */
  async mark({ ref, info }: OurContainer, stopped: boolean): Promise<void> {
    if (isStoppedName(info.Name) === stopped) return
    const name = stopped ? formatStoppedName(ref) : formatContainerName(ref)
    try {
      await this.#engine.call((docker) => docker.getContainer(info.Id).rename({ name }))
    } catch (error) {
      const now = await this.inspect(info.Id)
      if (!now || isStoppedName(now.info.Name) !== stopped) throw error
    }
  }
}
