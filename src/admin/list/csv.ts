import { byteOrderMark, formatCsvLine } from '#contract/csv.ts'

/** Formats RFC 4180 CSV with the byte order mark that Excel needs for Chinese. */
export const formatCsv = (lines: readonly (readonly string[])[]): string => byteOrderMark + lines.map(formatCsvLine).join('')
