import type { Figure } from '#tests/bench/measure.ts'

/** One comparison of `npm run bench`, on a database of its own. */
export interface Scenario {
  name: string
  /** What ours is held against. */
  reference: string
  /** Judges by throughput (`at_least`: ours ÷ reference) or by time (`at_most`: ours ÷ reference). */
  aim: { at_least: number } | { at_most: number }
  run(): Promise<Figure>
}
