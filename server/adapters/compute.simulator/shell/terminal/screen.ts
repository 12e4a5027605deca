import type { EditLine } from './edit-line.ts'
import { computeCellWidth, splitCells } from './width.ts'

interface ScreenPosition {
  row: number
  col: number
}

/** Computes the cursor position after `cells` on a terminal `cols` wide; a wide character never straddles the edge. */
function computeCursor(cells: readonly string[], cols: number): ScreenPosition {
  let [row, col] = [0, 0]
  for (const cell of cells) {
    const width = computeCellWidth(cell)
    if (col + width > cols) [row, col] = [row + 1, 0]
    col += width
    if (col >= cols) [row, col] = [row + 1, 0]
  }
  return { row, col }
}

/** Redraws the prompt and the line in place and positions the cursor. */
export class LineScreen {
  #row = 0

  /** Returns the control bytes that update the terminal to the current line. `prompt` is plain text. */
  draw(prompt: string, line: EditLine, cols: number): string {
    const lead = splitCells(prompt)
    const end = computeCursor([...lead, ...line.cells], cols)
    const cursor = computeCursor([...lead, ...line.cells.slice(0, line.at)], cols)
    const wrap = end.col === 0 && end.row > 0 ? '\r\n' : '' // the terminal itself wraps only when more text follows
    const back = moveUp(end.row - cursor.row) + (end.row === cursor.row && end.col === cursor.col ? '' : moveToColumn(cursor.col))
    const bytes = `${moveUp(this.#row)}\r\x1b[J${prompt}${line.text}${wrap}${back}`
    this.#row = cursor.row
    return bytes
  }

  /** Forgets the drawn line; the next `draw` starts at the cursor. */
  leave(): void {
    this.#row = 0
  }
}

const moveUp = (rows: number) => (rows > 0 ? `\x1b[${rows}A` : '')
const moveToColumn = (col: number) => (col > 0 ? `\r\x1b[${col}C` : '\r')
