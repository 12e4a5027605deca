/** Runs work when fewer than `max` others run, first come, first served. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** A line for work that takes much memory or a thread of its own, so that a burst of it cannot take those of all. */
export function inTurn(max: number): InTurn {
  let in_flight = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (in_flight >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else in_flight += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else in_flight -= 1
    }
  }
}
