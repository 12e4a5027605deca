import type { BenchmarkResult } from '#tests/bench/measure.ts'

/** One comparison of `npm run bench`, on a database of its own. */
export interface BenchmarkScenario {
  name: string
  /** What ours is held against. */
  reference: string
  /** Judges by throughput (`statementMinLength`: ours ÷ reference) or by time (`maxToasts`: ours ÷ reference). */
  aim: { at_least: number } | { at_most: number }
  run(): Promise<BenchmarkResult>
}
