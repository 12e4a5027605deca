import { waitForBaseline } from '#tests/bench/baseline-process.ts'

export interface BenchmarkSide {
  /** Runs before each round and is not timed. */
  prepare?: () => Promise<unknown>
  /** One round of work; returns the number of operations. */
  run: () => Promise<number>
}

export interface BenchmarkResult {
  /** Our time per operation divided by the reference's, median of the rounds. */
  slower: number
  /** Our time per operation divided by that of the baseline commit; undefined where that was not measured. */
  against_baseline?: number
  /** Median milliseconds per operation, for information only. */
  ours_ms: number
  reference_ms: number
  baseline_ms?: number
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

async function timed({ prepare, run }: BenchmarkSide): Promise<number> {
  await prepare?.()
  const start = performance.now()
  const operations = await run()
  return (performance.now() - start) / operations
}

/** In the process of the baseline: does one round of our side whenever it is asked to, until it is told to stop. */
async function answerRounds(ours: BenchmarkSide): Promise<never> {
  await timed(ours)
  process.send?.({ ready: true })
  return await new Promise<never>(() => {
    process.on('message', () => void timed(ours).then((ms) => process.send?.({ ms })))
  })
}

/**
 * The sides alternate in the same minute, so that other load affects all: ours, the reference, and ours at the baseline commit,
 * in a process of its own. The first round of each is a warm-up and is not counted.
 */
export async function compareSides(ours: BenchmarkSide, reference: BenchmarkSide, rounds = 7): Promise<BenchmarkResult> {
  if (process.send && process.env.BENCH_BASELINE_SIDE) return await answerRounds(ours)
  const baseline = await waitForBaseline()
  await timed(reference)
  await timed(ours)
  const figures: { ours: number; reference: number; baseline: number | undefined }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const figure = { ours: 0, reference: 0, baseline: await baseline?.round() }
    const sides = [
      ['ours', ours],
      ['reference', reference],
    ] as const
    for (const [name, side] of round % 2 === 0 ? sides : sides.toReversed()) figure[name] = await timed(side)
    figures.push(figure)
  }
  baseline?.stop()
  const measured = figures.flatMap((figure) => (figure.baseline === undefined ? [] : [{ ...figure, baseline: figure.baseline }]))
  return {
    slower: median(figures.map((figure) => figure.ours / figure.reference)),
    ours_ms: median(figures.map((figure) => figure.ours)),
    reference_ms: median(figures.map((figure) => figure.reference)),
    ...(measured.length > 0 && {
      against_baseline: median(measured.map((figure) => figure.ours / figure.baseline)),
      baseline_ms: median(measured.map((figure) => figure.baseline)),
    }),
  }
}
