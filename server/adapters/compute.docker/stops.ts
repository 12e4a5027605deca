import { isLive } from './container-state.ts'
import type { OurContainer } from './containers.ts'
import { type Engine, tolerating } from './engine.ts'

const already_so = [304, 404, 409]

/** Stops under way: the engine answers only when the container has stopped, which may take its whole grace. */
export class Stops {
  readonly #engine: Engine
  readonly #under_way = new Set<string>()

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Asks a running container to stop, and kills it after `grace_seconds`. With 0 it is killed even if asked before. */
  begin({ info }: OurContainer, grace_seconds: number): void {
    if (!isLive(info)) return
    const container = info.Id
    const grace = Math.max(0, Math.ceil(grace_seconds))
    if (this.#under_way.has(container)) {
      if (grace === 0) this.#quietly(this.#engine.longCall((docker) => docker.getContainer(container).kill()))
      return
    }
    this.#under_way.add(container)
    this.#quietly(this.#engine.longCall((docker) => docker.getContainer(container).stop({ t: grace }))).finally(() =>
      this.#under_way.delete(container),
    )
  }

  /** A stop that fails is asked for again by whoever still wants it. */
  #quietly(work: Promise<unknown>): Promise<void> {
    return tolerating(already_so, work).then(
      () => undefined,
      () => undefined,
    )
  }
}
