import { computeCellWidth, splitCells } from '#server/adapters/compute.simulator/shell/terminal/width.ts'

/** Enough of a terminal to see what a person would: text with wide characters, wrapping, and the sequences our shell sends. */
export class EmulatedScreen {
  readonly #cols: number
  rows: string[][] = [[]]
  row = 0
  col = 0
  #wrap_waits = false

  constructor(cols: number) {
    this.#cols = cols
  }

  write(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's own bytes
    const token = /\x1b\[([\d;?]*)([A-Za-z])|\r|\n|\x07|[^\x1b\r\n\x07]+/g
    for (const [whole, count, letter] of text.matchAll(token)) {
      if (whole === '\r') this.#moveTo(this.row, 0)
      else if (whole === '\n') this.#moveTo(this.row + 1, this.col)
      else if (letter) this.#sequence(letter, Number(count) || 1, count ?? '')
      else if (whole !== '\x07') for (const cell of splitCells(whole)) this.#put(cell)
    }
  }

  /** Rows as text, without what is blank at their ends and at the bottom. */
  get text(): string[] {
    const lines = this.rows.map((row) =>
      Array.from(row, (cell) => cell ?? ' ')
        .join('')
        .trimEnd(),
    )
    while (lines.at(-1) === '') lines.pop()
    return lines
  }

  #put(cell: string): void {
    const width = computeCellWidth(cell)
    if (width === 0) return
    if (this.#wrap_waits || this.col + width > this.#cols) this.#moveTo(this.row + 1, 0)
    this.rows[this.row]![this.col] = cell
    if (width === 2) this.rows[this.row]![this.col + 1] = ''
    this.col += width
    if (this.col >= this.#cols) {
      this.col = this.#cols - 1
      this.#wrap_waits = true
    }
  }

  #sequence(letter: string, count: number, argument: string): void {
    if (letter === 'A') this.#moveTo(Math.max(0, this.row - count), this.col)
    else if (letter === 'C') this.#moveTo(this.row, Math.min(this.#cols - 1, this.col + count))
    else if (letter === 'H') this.#moveTo(0, 0)
    else if (letter === 'J' && argument === '') {
      this.rows[this.row]!.length = Math.min(this.rows[this.row]!.length, this.col)
      this.rows.length = this.row + 1
    } else if (letter === 'J') this.rows = this.rows.map(() => [])
  }

  #moveTo(row: number, col: number): void {
    while (this.rows.length <= row) this.rows.push([])
    this.row = row
    this.col = col
    this.#wrap_waits = false
  }
}
