import type { FloorplanCell } from './floorplan.ts'

/** Cell size and cell pitch in pixels. */
const cellSize = 9
export const cellPitch = 14

/** The stroke of an SVG path of cells. */
export const cellStroke = { fill: 'none', strokeWidth: cellSize, strokeDasharray: `${cellSize} ${cellPitch - cellSize}` }

/** Draws adjacent cells of a row as one dashed line, each dash a cell: a tenth of the elements. */
export function buildCellPath(cells: readonly Pick<FloorplanCell, 'x' | 'y'>[]): string {
  const sorted = [...cells].sort((a, b) => a.y - b.y || a.x - b.x)
  let path = ''
  let start = 0
  sorted.forEach((cell, index) => {
    const next = sorted[index + 1]
    if (next?.y === cell.y && next.x === cell.x + 1) return
    const first = sorted[start]!
    path += `M${first.x * cellPitch} ${first.y * cellPitch + cellSize / 2}h${(cell.x - first.x) * cellPitch + cellSize}`
    start = index + 1
  })
  return path
}
