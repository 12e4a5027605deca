/** Excel and its kind run a cell that begins like a formula, some in full width, too; a leading quote makes it text. Plain numbers stay numbers. */
const harmless = (cell: string): string =>
  /^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** What Excel needs before Chinese. */
export const byte_order_mark = '\uFEFF'

/** One line of RFC 4180, with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map((cell) => quoted(harmless(cell))).join(',')}\r\n`
