/** What is older says little about now. */
const windowMs = 6000
const minSpanMs = 800

export interface RateMeter {
  note: (atMs: number, bytes: number) => void
  /** Bytes a second over the last seconds; null until there is enough to say. */
  read: () => number | null
}

/** How fast a number of bytes grows. */
export function createRateMeter(): RateMeter {
  let samples: { at_ms: number; bytes: number }[] = []
  return {
    note: (atMs, bytes) => {
      samples = [...samples.filter((sample) => atMs - sample.at_ms <= windowMs), { at_ms: atMs, bytes }]
    },
    read: () => {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.at_ms - first.at_ms < minSpanMs) return null
      return Math.max(0, (last.bytes - first.bytes) / ((last.at_ms - first.at_ms) / 1000))
    },
  }
}
