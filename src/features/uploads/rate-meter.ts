/** What is older says little about now. */
const window_ms = 6000
const least_ms = 800

export interface Rate {
  note: (at_ms: number, bytes: number) => void
  /** Bytes a second over the last seconds; null until there is enough to say. */
  read: () => number | null
}

/** How fast a number of bytes grows. */
export function createRate(): Rate {
  let samples: { at_ms: number; bytes: number }[] = []
  return {
    note: (at_ms, bytes) => {
      samples = [...samples.filter((sample) => at_ms - sample.at_ms <= window_ms), { at_ms, bytes }]
    },
    read: () => {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.at_ms - first.at_ms < least_ms) return null
      return Math.max(0, (last.bytes - first.bytes) / ((last.at_ms - first.at_ms) / 1000))
    },
  }
}
