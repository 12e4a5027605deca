import { describe, expect, it } from 'vitest'
import { findDelimiter, parseTable, previewTableLimits } from '#src/ui/file-tree/delimited-table.ts'

describe('A table from its text', () => {
  it.each([
    [
      'plain cells',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'no line break at the end',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'line breaks of Windows, and a mark at the beginning',
      '\uFEFFa,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['quoted delimiters, quotes and line breaks', 'a,"x,""y""\nz"\n', [['a', 'x,"y"\nz']]],
    [
      'empty cells',
      'a,,c\n,,\n',
      [
        ['a', '', 'c'],
        ['', '', ''],
      ],
    ],
    ['nothing', '', []],
  ])('reads %s', (_, text, rows) => expect(parseTable(text, ',', false)).toEqual(rows))

  it('leaves out the last row of a text that was cut', () =>
    expect(parseTable('a\tb\n1\t2\n3\t', '\t', true)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]))

  it('stops after so many rows below the head', () =>
    expect(parseTable('x\n'.repeat(5000), ',', false)).toHaveLength(previewTableLimits.rows + 1))

  it('is one by its name', () =>
    expect(['a/b.csv', 'B.TSV', 'notes', 'a.csv.gz'].map(findDelimiter)).toEqual([',', '\t', undefined, undefined]))
})
