export const previewTableLimits = { rows: 200, columns: 50 } as const

const delimiters: Readonly<Record<string, string>> = { csv: ',', tsv: '\t' }

/** Returns the cell delimiter for this file name; undefined if the file is not a table. */
export const findDelimiter = (path: string): string | undefined => delimiters[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]

/**
 * Parses the first rows of an RFC 4180 table with any delimiter: quoted cells may contain delimiters, doubled quotes and line
 * breaks. `cut`: the text is truncated, so the incomplete last row is dropped.
 */
export function parseTable(text: string, delimiter: string, cut: boolean): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length && rows.length <= previewTableLimits.rows; at += 1) {
    const char = text[at]
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === delimiter) endCell()
    else if (char === '\n') endRow()
    else if (char !== '\r' || text[at + 1] !== '\n') cell += char
  }
  if (!cut && (cell !== '' || row.length)) endRow()
  return rows.slice(0, previewTableLimits.rows + 1)
}
