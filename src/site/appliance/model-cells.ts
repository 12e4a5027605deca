import type { ApplianceEdition } from '#contract/appliance.ts'
import type { VendorName } from '#contract/vendors.ts'

/** Cells a side. */
export const modelCellsSide = 15
const middle = (modelCellsSide - 1) / 2

/** How far a cell is from the middle: squares, diamonds and hexagons, one a vendor. */
const vendorDistance: Record<VendorName, (x: number, y: number) => number> = {
  nvidia: (x, y) => Math.max(x, y),
  ascend: (x, y) => x + y,
  kunlun: (x, y) => Math.max(y, x + y / 2),
}
/** How far the light reaches: the edition. */
const editionReach: Record<ApplianceEdition, number> = { standard: 3, professional: 5, flagship: 7 }

/** The die of a model: its shape says whose chip it is, its lit part which edition. */
export const computeModelCells = (edition: ApplianceEdition, vendor: VendorName): number[] =>
  Array.from({ length: modelCellsSide * modelCellsSide }, (_, cell) => {
    const x = Math.abs((cell % modelCellsSide) - middle)
    const y = Math.abs(Math.floor(cell / modelCellsSide) - middle)
    const away = vendorDistance[vendor](x, y)
    if (away > editionReach[edition]) return 0
    return away % 2 === 0 ? 1 : 0.35
  })
