import type { Outline } from '#server/pdf/typeface.ts'

export const unitsPerEm = 1000
export const ascent = 1160
export const descent = -288

const shorts = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 2)
  values.forEach((value, i) => void buffer.writeInt16BE(((value + 0x8000) & 0xffff) - 0x8000, i * 2))
  return buffer
}
const longs = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 4)
  values.forEach((value, i) => void buffer.writeUInt32BE(value >>> 0, i * 4))
  return buffer
}
const padded = (buffer: Buffer): Buffer => Buffer.concat([buffer, Buffer.alloc(-buffer.length & 3)])

function boxOf(outlines: readonly Outline[]): [number, number, number, number] {
  const xs = outlines.flatMap(({ points }) => points.map(({ x }) => x))
  const ys = outlines.flatMap(({ points }) => points.map(({ y }) => y))
  if (xs.length === 0) return [0, 0, 0, 0]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Encodes a simple glyph for the `glyf` table; an empty glyph has no bytes. */
function glyphOf(outline: Outline): Buffer {
  const { points } = outline
  if (points.length === 0) return Buffer.alloc(0)
  const ends = points.flatMap(({ endContour }, i) => (endContour ? [i] : []))
  const deltas = (axis: 'x' | 'y') => points.map((point, i) => point[axis] - (points[i - 1]?.[axis] ?? 0))
  return padded(
    Buffer.concat([
      shorts(ends.length, ...boxOf([outline]), ...ends, 0),
      Buffer.from(points.map(({ onCurve }) => Number(onCurve))),
      shorts(...deltas('x')),
      shorts(...deltas('y')),
    ]),
  )
}

const checksum = (table: Buffer): number => {
  let sum = 0
  for (let i = 0; i < table.length; i += 4) sum = (sum + table.readUInt32BE(i)) >>> 0
  return sum
}

/**
 * Builds a TrueType file with the tables PDF requires, with glyphs in the given order; the first one represents missing glyphs.
 */
export function trueType(outlines: readonly Outline[]): Buffer {
  const glyphs = outlines.map(glyphOf)
  const offsets = [0]
  for (const glyph of glyphs) offsets.push(offsets.at(-1)! + glyph.length)
  const widest = Math.max(...outlines.map(({ advance }) => advance))
  const box = boxOf(outlines)
  const mostPoints = Math.max(...outlines.map(({ points }) => points.length))
  const mostContours = Math.max(...outlines.map(({ points }) => points.filter(({ endContour }) => endContour).length))
  const tables: Record<string, Buffer> = {
    glyf: Buffer.concat(glyphs),
    head: Buffer.concat([
      longs(0x00010000, 0x00010000, 0, 0x5f0f3cf5),
      shorts(0, unitsPerEm),
      longs(0, 0, 0, 0),
      shorts(...box, 0, 8, 2, 1, 0),
    ]),
    hhea: Buffer.concat([
      longs(0x00010000),
      shorts(ascent, descent, 0, widest, box[0], 0, box[2], 1, 0, 0, 0, 0, 0, 0, 0, outlines.length),
    ]),
    hmtx: Buffer.concat(outlines.map((outline) => shorts(outline.advance, boxOf([outline])[0]))),
    loca: longs(...offsets),
    maxp: Buffer.concat([longs(0x00010000), shorts(outlines.length, mostPoints, mostContours, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
  }
  const names = Object.keys(tables)
  const search = 2 ** Math.floor(Math.log2(names.length))
  let at = 12 + names.length * 16
  const directory = names.map((name) => {
    const table = padded(tables[name]!)
    const entry = Buffer.concat([Buffer.from(name, 'latin1'), longs(checksum(table), at, tables[name]!.length)])
    at += table.length
    return entry
  })
  const head = Buffer.concat([
    longs(0x00010000),
    shorts(names.length, search * 16, Math.log2(search), (names.length - search) * 16),
  ])
  return Buffer.concat([head, ...directory, ...names.map((name) => padded(tables[name]!))])
}
