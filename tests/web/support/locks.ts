import { afterEach, beforeEach } from 'vitest'

type Task = () => Promise<unknown>

/** Web Locks, which jsdom lacks: of each name one task at a time, in order. */
export function stubWebLocks(): void {
  let ends = new Map<string, Promise<unknown>>()

  const request = (name: string, ...rest: [Task] | [{ signal?: AbortSignal }, Task]): Promise<unknown> => {
    const task = rest.at(-1) as Task
    const signal = rest.length === 2 ? rest[0].signal : undefined
    const turn = (ends.get(name) ?? Promise.resolve()).then(() => {
      signal?.throwIfAborted()
      return task()
    })
    ends.set(
      name,
      turn.catch(() => undefined),
    )
    return turn
  }

  beforeEach(() => {
    ends = new Map()
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  })
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'locks')
  })
}
