import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { CopyText } from '#src/ui/CopyText.tsx'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import type { Row } from './row-types.ts'

interface Base<R, Field> {
  /** Field of the row; sortable if the list endpoint sorts by it. */
  field: Field
  title: string
  /** Right-aligns the column; automatic for numbers. */
  align?: 'end'
  /** Hides the column first if the table is too narrow, before it has to scroll. */
  spare?: true
  /** Distinguishes two columns with the same field. */
  key?: string
  /** Content below the row link in the first column, outside the link, for example an id to copy. */
  below?: (row: R) => ReactNode
  /** Shorter content for a place of one line, such as the command palette. */
  brief?: (row: R) => ReactNode
}

type Absent = null | undefined

/** True if the field's own type fits the column type; always true for untyped rows. */
type IsKind<V, Kind> = unknown extends V ? true : [V] extends [Kind | Absent] ? true : false

/** Source of the value: the field itself, or `value`, which is required if the field has another type. */
type ValueSource<R, V, Kind> = {
  /** Text for a missing value; by default a dash on screen and empty in an export. */
  none?: string
} & (IsKind<V, Kind> extends true ? { value?: (row: R) => Kind | Absent } : { value: (row: R) => Kind | Absent })

type Scalar = string | number | boolean
type ColumnLabels<Key extends string, More extends string> = { words: Readonly<Record<Key, string>> } & {
  [K in More]: StateStyles<Key>
}

/** Column with a text for each possible value of the field or of `value`. */
type LabelledColumn<R, V, More extends string> = { none?: string } & (
  | ({ value: (row: R) => string | Absent } & ColumnLabels<string, More>)
  | (IsKind<V, Scalar> extends true ? { value?: undefined } & ColumnLabels<`${V & Scalar}`, More> : never)
)

/** Text column: the field itself or `text`. */
type Plain<R, V> = { type?: undefined; render?: undefined } & (IsKind<V, string | number> extends true
  ? { text?: (row: R) => string }
  : { text: (row: R) => string })

/** Custom column for values that no type fits; `text` is required for the export. */
interface Drawn<R> {
  type?: undefined
  render: (row: R) => ReactNode
  text: (row: R) => string
}

type Typed<R, V> =
  | ({ type: 'time' } & ValueSource<R, V, string>)
  | ({
      type: 'yuan'
      /** Shows the direction (income or expense) by sign and colour. */
      as?: 'flow'
      /** Shows ¥; for columns whose title does not name the unit. */
      sign?: true
    } & ValueSource<R, V, string>)
  | ({ type: 'word' } & LabelledColumn<R, V, never>)
  | ({ type: 'status' } & LabelledColumn<R, V, 'looks'>)
  | ({
      type: 'copy'
      /** Label of the copy button, for example 复制编号. */
      label: string
    } & ValueSource<R, V, string>)
  | ({
      type: 'link'
      /** Target of the link; null for no link. */
      to: (row: R) => string | null
    } & ValueSource<R, V, string>)
  | ({ type: 'bytes' } & ValueSource<R, V, number>)
  | ({
      type: 'count'
      /** Measure word, for example 台. */
      measure?: string
    } & ValueSource<R, V, number>)
  | ({ type: 'yesNo' } & ValueSource<R, V, boolean>)
  /** Text of several lines; takes the whole width of the row's page. */
  | ({ type: 'lines' } & ValueSource<R, V, string>)

/** One field of a row in lists, cards, exports and the row's page. The type decides rendering, export and alignment. */
export type Column<R> = {
  [K in keyof R & string]: Base<R, K> & (Plain<R, R[K]> | Drawn<R> | Typed<R, R[K]>)
}[keyof R & string]

interface Values {
  time: string
  yuan: string
  word: Scalar
  status: Scalar
  copy: string
  link: string
  bytes: number
  count: number
  yesNo: boolean
  lines: string
}
export type ColumnType = keyof Values
type ColumnOf<T extends ColumnType> = Extract<Column<Row>, { type: T }>

interface ColumnKind<T extends ColumnType> {
  align?: 'end'
  /** Text for the export, and for the screen if `draw` is missing. */
  write(value: Values[T], column: ColumnOf<T>): string
  draw?(value: Values[T], column: ColumnOf<T>, row: Row): ReactNode
}

// a value unknown to this build is shown as is
const formatLabel = (value: Scalar, { words }: { words: Readonly<Record<string, string>> }): string =>
  words[String(value)] ?? String(value)

/** Rendering and export by column type. Money and sizes are exported as numbers that a spreadsheet can sum. */
const columnTypes: { readonly [T in ColumnType]: ColumnKind<T> } = {
  time: { write: (at) => formatTimeExact(at), draw: (at) => <TimeText at={at} /> },
  yuan: {
    align: 'end',
    write: (amount) => amount,
    draw: (amount, { as, sign = false }) => <YuanAmount amount={amount} as={as} bare={!sign} />,
  },
  word: { write: formatLabel },
  status: {
    write: formatLabel,
    draw: (value, column) => {
      const look = column.looks[String(value)]
      return (
        <ToneTag tone={look?.tone} icon={look?.icon}>
          {formatLabel(value, column)}
        </ToneTag>
      )
    },
  },
  copy: { write: (text) => text, draw: (text, { label }) => <CopyText text={text} label={label} mono /> },
  link: {
    write: (text) => text,
    draw: (text, { to }, row) => {
      const address = to(row)
      return address ? <Link to={address}>{text}</Link> : text
    },
  },
  bytes: { align: 'end', write: (bytes) => String(bytes), draw: (bytes) => formatBytes(bytes) },
  count: { align: 'end', write: (count, { measure }) => (measure ? `${count} ${measure}` : String(count)) },
  yesNo: { write: (yes) => (yes ? '是' : '否') },
  lines: { write: (text) => text },
}

type AnyTyped = ColumnOf<ColumnType>
interface AnyKind {
  write(value: unknown, column: AnyTyped): string
  draw?(value: unknown, column: AnyTyped, row: Row): ReactNode
}
// the type of `Column` guarantees that value and kind match
const getKind = ({ type }: AnyTyped) => columnTypes[type] as AnyKind

const readValue = (column: AnyTyped, row: Row): unknown => {
  const value = column.value ? column.value(row) : row[column.field]
  return value === '' ? null : (value ?? null)
}

/** Returns a field as plain text, for exports and for columns without their own rendering. */
export function formatCell(column: Column<Row>, row: Row): string {
  if (column.type) {
    const value = readValue(column, row)
    return value === null ? (column.none ?? '') : getKind(column).write(value, column)
  }
  if (column.text) return column.text(row)
  const value = row[column.field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function renderCell(column: Column<Row>, row: Row): ReactNode {
  if (!column.type) return column.render?.(row) ?? (formatCell(column, row) || '—')
  const value = readValue(column, row)
  const { draw, write } = getKind(column)
  if (value !== null) return draw ? draw(value, column, row) : write(value, column)
  return column.type === 'time' ? <TimeText at={null} none={column.none} /> : (column.none ?? '—')
}

export const findColumnAlign = (column: Column<Row>): 'end' | undefined =>
  column.align ?? (column.type && columnTypes[column.type].align)

export const getColumnKey = (column: Column<Row>): string => column.key ?? column.field
