export interface BenchmarkSide {
  /** Runs before each round and is not timed. */
  prepare?: () => Promise<unknown>
  /** One round of work; returns the number of operations. */
  run: () => Promise<number>
}

export interface BenchmarkResult {
  /** Our time per operation divided by the reference's, median of the rounds. */
  slower: number
  /** Median milliseconds per operation, for information only. */
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
 * Both sides alternate in the same process and the same minute, so that other load affects both. The first
 * round of each is a warm-up and is not counted.
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
