/** Calls of this node that have not been settled yet. Ends them when the node closes, so that none is left to be found lost. */
export class CallsInProgress {
  readonly #calls = new Map<AbortController, Promise<unknown>>()
  #closing = false

  get closing(): boolean {
    return this.#closing
  }

  async track<T>(controller: AbortController, work: () => Promise<T>): Promise<T> {
    const running = work()
    this.#calls.set(
      controller,
      running.catch(() => undefined),
    )
    try {
      return await running
    } finally {
      this.#calls.delete(controller)
    }
  }

  /** Resolves when every call is settled. */
  async close(): Promise<void> {
    this.#closing = true
    for (const controller of this.#calls.keys()) controller.abort()
    await Promise.all(this.#calls.values())
  }
}
