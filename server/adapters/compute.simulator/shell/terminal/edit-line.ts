import { splitCells } from './width.ts'

const maxCells = 4096
const maxCellLength = 64

/** A line being typed: user-perceived characters and the cursor position. */
export class EditLine {
  cells: string[] = []
  at = 0

  get text(): string {
    return this.cells.join('')
  }

  set(text: string): void {
    this.cells = splitCells(text).slice(0, maxCells)
    this.at = this.cells.length
  }

  /** Inserts at the cursor; drops text beyond the maximum length. A combining mark joins the character before it. */
  insert(text: string): void {
    const before = this.at > 0 ? this.cells[this.at - 1]! : ''
    const room = maxCells - this.cells.length
    const typed = splitCells(before + text.slice(0, maxCells * 2)).map((cell) => cell.slice(0, maxCellLength))
    const kept = typed.slice(0, room + (before ? 1 : 0))
    this.cells.splice(this.at - (before ? 1 : 0), before ? 1 : 0, ...kept)
    this.at += kept.length - (before ? 1 : 0)
  }

  backspace(): void {
    if (this.at > 0) this.cells.splice(--this.at, 1)
  }

  delete(): void {
    this.cells.splice(this.at, 1)
  }

  move(to: number): void {
    this.at = Math.max(0, Math.min(this.cells.length, to))
  }

  cutBefore(): void {
    this.cells.splice(0, this.at)
    this.at = 0
  }

  cutAfter(): void {
    this.cells.splice(this.at)
  }

  cutWord(): void {
    let from = this.at
    while (from > 0 && this.cells[from - 1] === ' ') from -= 1
    while (from > 0 && this.cells[from - 1] !== ' ') from -= 1
    this.cells.splice(from, this.at - from)
    this.at = from
  }
}
