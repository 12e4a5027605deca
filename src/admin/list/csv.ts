import { byte_order_mark, csvLine } from '#contract/csv.ts'

/** RFC 4180, with the byte order mark Excel needs for Chinese. */
export const csvOf = (lines: readonly (readonly string[])[]): string => byte_order_mark + lines.map(csvLine).join('')
