import { describe, expect, it } from 'vitest'
import { chunkSizes, computeNextChunkSize } from '#server/domains/money/billing/chunk-size.policy.ts'

/** Sizes of the chunks on a machine that settles so many segments a millisecond. */
function listSizes(perMs: number, count = 12): number[] {
  const sizes: number[] = [chunkSizes.least]
  while (sizes.length < count) sizes.push(computeNextChunkSize(sizes.at(-1)!, sizes.at(-1)! / perMs))
  return sizes
}

describe('product §5 The chunks of a settlement', () => {
  it.each([5, 20, 45])('hold wallets for half of what a person may wait, at %i segments a millisecond', (perMs) => {
    const sizes = listSizes(perMs)
    expect(sizes.at(-1)! / perMs).toBeCloseTo(100, 0)
    expect(Math.max(...sizes) / perMs).toBeLessThanOrEqual(200)
  })

  it('at most double, and stay between the least and the most', () => {
    const sizes = listSizes(1_000_000)
    for (const [nth, size] of sizes.slice(1).entries()) expect(size).toBeLessThanOrEqual(sizes[nth]! * 2)
    expect(sizes.at(-1)).toBe(chunkSizes.most)
    expect(computeNextChunkSize(chunkSizes.most, 60_000)).toBe(chunkSizes.least)
  })
})
