import pLimit, { type LimitFunction } from 'p-limit'
import { Refusal } from '#server/lib/refusal.ts'

/** Runs a few tasks per key at once, first come, first served; refuses further ones when the queue is full. */
export class KeyedLimiter {
  readonly #lines = new Map<string, LimitFunction>()
  readonly #limits: { at_once: number; waiting: number }

  constructor(limits: { at_once: number; waiting: number }) {
    this.#limits = limits
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? pLimit(this.#limits.at_once)
    if (countWork(line) >= this.#limits.at_once + this.#limits.waiting)
      throw new Refusal('too_many_requests', { message: '同时进行的操作太多，请等前面的完成后再试', retry_after: 2 })
    this.#lines.set(key, line)
    try {
      return await line(work)
    } finally {
      if (countWork(line) === 0 && this.#lines.get(key) === line) this.#lines.delete(key)
    }
  }
}

const countWork = ({ activeCount, pendingCount }: LimitFunction): number => activeCount + pendingCount
