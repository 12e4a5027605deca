import { ascent, descent, trueType, unitsPerEm } from '#server/pdf/true-type.ts'
import type { Outline, Typeface } from '#server/pdf/typeface.ts'

/** What pdfkit needs from an embedded font: it accepts any object that can lay out text instead of a fontkit font. */
interface LaidOut {
  glyphs: { id: number; advanceWidth: number; codePoints: number[] }[]
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
  advanceWidth: number
}

/**
 * Embeds a typeface in one document, with only the glyphs used. Glyph ids are code points; the file numbers them in order of use,
 * so that each document has a small TrueType font and a map back to the text.
 */
export function pdfFont({ name, outlineOf }: Typeface) {
  const box = { minX: 0, minY: descent, maxX: unitsPerEm, maxY: ascent }
  return {
    postscriptName: name,
    unitsPerEm,
    ascent,
    descent,
    capHeight: 733,
    xHeight: 540,
    lineGap: 0,
    italicAngle: 0,
    bbox: box,
    post: { isFixedPitch: false },
    head: { macStyle: { italic: false } },
    getGlyph: () => ({ advanceWidth: unitsPerEm }),
    layout(text: string): LaidOut {
      const glyphs = [...text].map((character) => {
        const codePoint = character.codePointAt(0)!
        return { id: codePoint, advanceWidth: outlineOf(codePoint).advance, codePoints: [codePoint] }
      })
      const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }))
      return { glyphs, positions, advanceWidth: glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) }
    },
    createSubset() {
      const used = new Map<number, number>()
      const outlines: Outline[] = [{ advance: unitsPerEm, points: [] }]
      return {
        includeGlyph(codePoint: number): number {
          const known = used.get(codePoint)
          if (known !== undefined) return known
          outlines.push(outlineOf(codePoint))
          used.set(codePoint, outlines.length - 1)
          return outlines.length - 1
        },
        encode: () => trueType(outlines),
      }
    },
  }
}
