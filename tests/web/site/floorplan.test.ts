import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeFloorplan } from '#src/site/board/floorplan.ts'

const area = { x: 0, y: 0, width: 60, height: 40 }
const blocks = fc
  .uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 6 }),
      total: fc.integer({ min: 1, max: 64 }),
      share: fc.nat({ max: 100 }),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )
  .map((all) => all.map(({ id, total, share }) => ({ id, total, free: Math.floor((total * share) / 100) })))

describe('The die: lit by real utilisation', () => {
  it('lights a block in proportion to its free cards', () => {
    const cells = computeFloorplan([{ id: 'a', total: 16, free: 4 }], area)
    expect(cells.filter(({ on }) => on).length / cells.length).toBeCloseTo(0.25, 2)
  })

  it('is dark when nothing is free and wholly lit when all is', () => {
    expect(computeFloorplan([{ id: 'a', total: 8, free: 0 }], area).some(({ on }) => on)).toBe(false)
    expect(computeFloorplan([{ id: 'a', total: 8, free: 8 }], area).every(({ on }) => on)).toBe(true)
  })

  it('never leaves its area, uses no cell twice, and draws the same picture twice', () => {
    fc.assert(
      fc.property(blocks, (given) => {
        const cells = computeFloorplan(given, area)
        expect(cells.every(({ x, y }) => x >= 0 && y >= 0 && x < area.width && y < area.height)).toBe(true)
        expect(new Set(cells.map(({ x, y }) => `${x}/${y}`)).size).toBe(cells.length)
        expect(computeFloorplan(given, area)).toEqual(cells)
      }),
      { numRuns: 50 },
    )
  })
})
