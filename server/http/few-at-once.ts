import { Refusal } from '#server/lib/refusal.ts'

interface Line {
  running: number
  waiting: (() => void)[]
}

/** Work of one key runs a few at once, first come, first served; when too much waits already, more is refused. */
export class FewAtOnce {
  readonly #lines = new Map<string, Line>()
  readonly #limits: { at_once: number; waiting: number }

  constructor(limits: { at_once: number; waiting: number }) {
    this.#limits = limits
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] }
    this.#lines.set(key, line)
    if (line.running < this.#limits.at_once) line.running += 1
    else if (line.waiting.length >= this.#limits.waiting)
      throw new Refusal('too_many_requests', { message: '同时进行的操作太多，请等前面的完成后再试', retry_after: 2 })
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else line.running -= 1
      if (line.running === 0) this.#lines.delete(key)
    }
  }
}
