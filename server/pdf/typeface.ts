import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font, type Point } from 'fontkit'

/** A glyph outline in TrueType form, 1000 units per em; the last point of each contour is marked. */
export interface Outline {
  advance: number
  points: readonly Point[]
}

const folder = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/noto-sans-sc/package.json'))
const missing = 0x25a1 // □

interface Slice {
  file: string
  ranges: readonly (readonly [from: number, to: number])[]
}

const rangesOf = (text: string): Slice['ranges'] =>
  text.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })

/** Reads the font's slices; each covers some characters, as its style sheet tells browsers. */
function readSlices(): Slice[] {
  const sheet = readFileSync(join(folder, 'wght.css'), 'utf8')
  return [...sheet.matchAll(/url\(\.\/(files\/[^)]+)\)[^}]*?unicode-range:\s*([^;}]+)/g)].map(([, file, ranges]) => ({
    file: file!,
    ranges: rangesOf(ranges!),
  }))
}

/** Returns the points of a glyph at the font's weight. Applies the variation here, because fontkit skips it for WOFF2. */
function pointsOf(font: Font, id: number): Point[] {
  const decoded = font.getGlyph(id)._decode()
  const points = decoded?.points?.map((point) => point.copy()) ?? []
  const [first] = points
  if (first) {
    // four phantom points for the metrics; HVAR already provides their values
    const metrics = Array.from({ length: 4 }, () => Object.assign(first.copy(), { endContour: true, x: 0, y: 0 }))
    font._variationProcessor?.transformPoints(id, [...points, ...metrics])
  }
  const parts = (decoded?.components ?? []).flatMap(({ glyphID, dx, dy }) =>
    pointsOf(font, glyphID).map((point) => Object.assign(point, { x: point.x + dx, y: point.y + dy })),
  )
  return [...parts, ...points].map((point) => Object.assign(point, { x: Math.round(point.x), y: Math.round(point.y) }))
}

export interface Typeface {
  readonly name: string
  outlineOf(codePoint: number): Outline
}

/** Loads Noto Sans SC at one weight, 100–900. Opens and caches a slice when one of its characters is first requested. */
export function notoSansSc(weight: number): Typeface {
  const slices = readSlices()
  const fonts = new Map<Slice, Font>()
  const outlines = new Map<number, Outline>()

  function fontFor(codePoint: number): Font | undefined {
    const slice = slices.find(({ ranges }) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to))
    if (!slice) return
    let font = fonts.get(slice)
    if (!font) {
      font = create(readFileSync(join(folder, slice.file)))
      font.variationCoords = [weight]
      fonts.set(slice, font)
    }
    return font.hasGlyphForCodePoint(codePoint) ? font : undefined
  }

  function outlineOf(codePoint: number): Outline {
    const known = outlines.get(codePoint)
    if (known) return known
    const font = fontFor(codePoint)
    if (!font) return codePoint === missing ? { advance: 1000, points: [] } : outlineOf(missing)
    const glyph = font.glyphForCodePoint(codePoint)
    const outline = { advance: Math.round(glyph.advanceWidth), points: pointsOf(font, glyph.id) }
    outlines.set(codePoint, outline)
    return outline
  }
  return { name: `NotoSansSC-${weight}`, outlineOf }
}
