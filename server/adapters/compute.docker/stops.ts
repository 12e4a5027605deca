import { isContainerLive } from './container-state.ts'
import type { OurContainer } from './containers.ts'
import { type DockerEngine, ignoreStatuses } from './engine.ts'

const alreadyDoneStatuses = [304, 404, 409]

/** Stops in progress: the engine answers only after the container has stopped, which may take the whole grace period. */
export class PendingStops {
  readonly #engine: DockerEngine
  readonly #under_way = new Set<string>()

  constructor(engine: DockerEngine) {
    this.#engine = engine
  }

  /** Stops a running container and kills it after `graceSeconds`. With 0 it is killed even if a stop is in progress. */
  begin({ info }: OurContainer, graceSeconds: number): void {
    if (!isContainerLive(info)) return
    const container = info.Id
    const grace = Math.max(0, Math.ceil(graceSeconds))
    if (this.#under_way.has(container)) {
      if (grace === 0) this.#quietly(this.#engine.longCall((docker) => docker.getContainer(container).kill()))
      return
    }
    this.#under_way.add(container)
    this.#quietly(this.#engine.longCall((docker) => docker.getContainer(container).stop({ t: grace }))).finally(() =>
      this.#under_way.delete(container),
    )
  }

  /** Ignores failures: a caller that still wants the stop retries it. */
  #quietly(work: Promise<unknown>): Promise<void> {
    return ignoreStatuses(alreadyDoneStatuses, work).then(
      () => undefined,
      () => undefined,
    )
  }
}
