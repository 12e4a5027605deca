import type { BenchmarkResult } from '#tests/bench/measure.ts'

/** One comparison of `npm run bench`, on a database of its own. */
export interface BenchmarkScenario {
  name: string
  /** The reference implementation. */
  reference: string
  /** Limit for throughput (`at_least`: ours ÷ reference) or for time (`at_most`: ours ÷ reference). */
  aim: { at_least: number } | { at_most: number }
  /** Limit for our time ÷ that of the baseline commit, on PostgreSQL. */
  against_baseline?: number
  /** Runs with `--long` only, and whenever it is asked for by name. */
  long?: true
  /** Is not run at the baseline commit. */
  alone?: true
  /** For what the other database is not meant to carry. */
  only_on?: 'postgres'
  run(): Promise<BenchmarkResult>
}
