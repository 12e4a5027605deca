/** Ends by itself, or asks to be cut at `until`. */
type Farewell = (until: Date) => Promise<void>

/** How this node leaves: what is open may end by itself until a given time (docs/decisions/106). */
export class Departure {
  #until: Date | undefined
  readonly #farewells: Farewell[] = []

  /** When what is still open will be cut; undefined while nobody asked the node to leave. */
  get until(): Date | undefined {
    return this.#until
  }

  /** Adds something to wait for. */
  waitFor(farewell: Farewell): void {
    this.#farewells.push(farewell)
  }

  /** Resolves once nothing is open any more, which may be never. */
  async begin(until: Date): Promise<void> {
    this.#until = until
    await Promise.all(this.#farewells.map((farewell) => farewell(until)))
  }
}
