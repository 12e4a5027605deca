import type { ApplianceEdition } from '#contract/appliance.ts'
import type { VendorName } from '#contract/vendors.ts'

/** Cells a side. */
export const die_size = 15
const middle = (die_size - 1) / 2

/** How far a cell is from the middle: squares, diamonds and hexagons, one a vendor. */
const distance: Record<VendorName, (x: number, y: number) => number> = {
  nvidia: (x, y) => Math.max(x, y),
  ascend: (x, y) => x + y,
  kunlun: (x, y) => Math.max(y, x + y / 2),
}
/** How far the light reaches: the edition. */
const reach: Record<ApplianceEdition, number> = { standard: 3, professional: 5, flagship: 7 }

/** The die of a model: its shape says whose chip it is, its lit part which edition. */
export const dieOf = (edition: ApplianceEdition, vendor: VendorName): number[] =>
  Array.from({ length: die_size * die_size }, (_, cell) => {
    const x = Math.abs((cell % die_size) - middle)
    const y = Math.abs(Math.floor(cell / die_size) - middle)
    const away = distance[vendor](x, y)
    if (away > reach[edition]) return 0
    return away % 2 === 0 ? 1 : 0.35
  })
