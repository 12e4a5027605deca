import type { ApplianceEdition } from '#contract/appliance.ts'
import type { VendorName } from '#contract/vendors.ts'

/** Cells per side. */
export const modelCellsSide = 15
const middle = (modelCellsSide - 1) / 2

/** Distance of a cell from the centre: squares, diamonds and hexagons, one shape per vendor. */
const vendorDistance: Record<VendorName, (x: number, y: number) => number> = {
  nvidia: (x, y) => Math.max(x, y),
  ascend: (x, y) => x + y,
  kunlun: (x, y) => Math.max(y, x + y / 2),
}
/** Radius of the lit part: the edition. */
const editionReach: Record<ApplianceEdition, number> = { standard: 3, professional: 5, flagship: 7 }

/** The die of a model: its shape stands for the chip vendor, its lit part for the edition. */
export const computeModelCells = (edition: ApplianceEdition, vendor: VendorName): number[] =>
  Array.from({ length: modelCellsSide * modelCellsSide }, (_, cell) => {
    const x = Math.abs((cell % modelCellsSide) - middle)
    const y = Math.abs(Math.floor(cell / modelCellsSide) - middle)
    const away = vendorDistance[vendor](x, y)
    if (away > editionReach[edition]) return 0
    return away % 2 === 0 ? 1 : 0.35
  })
