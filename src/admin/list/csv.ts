import { byteOrderMark, formatCsvLine } from '#contract/csv.ts'

/** RFC 4180, with the byte order mark Excel needs for Chinese. */
export const formatCsv = (lines: readonly (readonly string[])[]): string => byteOrderMark + lines.map(formatCsvLine).join('')
