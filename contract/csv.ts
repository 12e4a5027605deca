/**
 * Prevents formula injection: spreadsheets run cells that begin like a formula, full-width forms included. A leading quote makes
 * the cell text. Plain numbers stay numbers.
 */
const escapeFormula = (cell: string): string =>
  /^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell

const quoteCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Byte order mark; Excel needs it to read Chinese text. */
export const byteOrderMark = '\uFEFF'

/** Formats one CSV line (RFC 4180), including the line ending. */
export const formatCsvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoteCell(escapeFormula(cell))).join(',')}\r\n`
