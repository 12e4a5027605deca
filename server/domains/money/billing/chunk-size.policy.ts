/** Smallest and largest number of segments settled in one transaction. */
export const chunkSizes = { least: 200, most: 5_000 } as const
/** A transaction holds the wallets it charges for about this long: half of what a person may be made to wait for a sweep. */
const aimMs = 100

/** Computes the size of the next chunk from how long the last one took; at most doubles, so that one lucky chunk means little. */
export function computeNextChunkSize(size: number, tookMs: number): number {
  const fitting = Math.round((size * aimMs) / Math.max(tookMs, 1))
  return Math.max(chunkSizes.least, Math.min(fitting, size * 2, chunkSizes.most))
}
