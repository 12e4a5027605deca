import type { BenchmarkResult } from '#tests/bench/measure.ts'

/** One comparison of `npm run bench`, on a database of its own. */
export interface BenchmarkScenario {
  name: string
  /** The reference implementation. */
  reference: string
  /** Target for throughput (`at_least`: ours ÷ reference) or for time (`at_most`: ours ÷ reference). */
  aim: { at_least: number } | { at_most: number }
  run(): Promise<BenchmarkResult>
}
