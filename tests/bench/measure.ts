export interface BenchmarkSide {
  /** Done before each round and not timed. */
  prepare?: () => Promise<unknown>
  /** One round of work; answers how many operations it did. */
  run: () => Promise<number>
}

export interface BenchmarkResult {
  /** What ours takes in units of what the reference takes: time per operation, median of the rounds. */
  slower: number
  /** Milliseconds per operation, medians: for reading, never for judging. */
  ours_ms: number
  reference_ms: number
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

async function timed({ prepare, run }: BenchmarkSide): Promise<number> {
  await prepare?.()
  const start = performance.now()
  const operations = await run()
  return (performance.now() - start) / operations
}

/**
 * Both sides in turn, in the same process and the same minute, so that what else the machine does meets both. The first
 * round of each warms up and is not counted.
 */
export async function compareSides(ours: BenchmarkSide, reference: BenchmarkSide, rounds = 7): Promise<BenchmarkResult> {
  await timed(reference)
  await timed(ours)
  const pairs: { ours: number; reference: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0
    const one = await timed(first ? ours : reference)
    const other = await timed(first ? reference : ours)
    pairs.push(first ? { ours: one, reference: other } : { ours: other, reference: one })
  }
  return {
    slower: median(pairs.map((pair) => pair.ours / pair.reference)),
    ours_ms: median(pairs.map((pair) => pair.ours)),
    reference_ms: median(pairs.map((pair) => pair.reference)),
  }
}
