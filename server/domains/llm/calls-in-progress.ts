/** Unsettled calls of this node. Aborts them when the node closes, so that none has to be recovered by its lease. */
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
