import type { Cell } from './floorplan.ts'

/** Pixels of a cell, and from one to the next. */
const side = 9
export const pitch = 14

/** What an SVG path of cells is stroked with. */
export const cell_stroke = { fill: 'none', strokeWidth: side, strokeDasharray: `${side} ${pitch - side}` }

/** Cells of a row that touch are one dashed line: a tenth of the elements, and the dashes are the cells. */
export function cellPath(cells: readonly Pick<Cell, 'x' | 'y'>[]): string {
  const sorted = [...cells].sort((a, b) => a.y - b.y || a.x - b.x)
  let path = ''
  let start = 0
  sorted.forEach((cell, index) => {
    const next = sorted[index + 1]
    if (next?.y === cell.y && next.x === cell.x + 1) return
    const first = sorted[start]!
    path += `M${first.x * pitch} ${first.y * pitch + side / 2}h${(cell.x - first.x) * pitch + side}`
    start = index + 1
  })
  return path
}
