import { describe, expect, it } from 'vitest'
import { formatCsvLine } from '#contract/csv.ts'

describe('product §11 A cell of a CSV file', () => {
  it.each(['=1+1', '+cmd', '-cmd', '@sum', '\tx', '＝1+1', '＋cmd', '－cmd', '＠sum'])(
    'that begins like a formula is text: %j',
    (cell) => expect(formatCsvLine([cell])).toBe(`'${cell}\r\n`),
  )

  it.each(['12.50', '-3', '训练', 'a=1'])('that does not stays what it is: %j', (cell) =>
    expect(formatCsvLine([cell])).toBe(`${cell}\r\n`),
  )
})
