/** Excel and its kind run a cell that begins like a formula, some in full width, too; a leading quote makes it text. Plain numbers stay numbers. */
const escapeFormula = (cell: string): string =>
  /^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell

const quoteCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** What Excel needs before Chinese. */
export const byteOrderMark = '\uFEFF'

/** One line of RFC 4180, with its end. */
export const formatCsvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoteCell(escapeFormula(cell))).join(',')}\r\n`
