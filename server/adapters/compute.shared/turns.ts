/** One at a time for each key, in the order asked; different keys do not wait for each other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs `task` after every earlier task of `key` has ended, well or badly; gives what it gives. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const mine = before.then(task, task)
    this.#last.set(key, mine)
    const forget = () => {
      if (this.#last.get(key) === mine) this.#last.delete(key)
    }
    mine.then(forget, forget)
    return mine
  }
}
