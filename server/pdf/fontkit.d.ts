/** The parts of fontkit, pdfkit's font reader, used by typeface.ts. Members with an underscore are internal to this version. */
declare module 'fontkit' {
  export interface Point {
    onCurve: boolean
    endContour: boolean
    x: number
    y: number
    copy(): Point
  }
  export interface Glyph {
    id: number
    advanceWidth: number
    _decode(): { points?: Point[]; components?: { glyphID: number; dx: number; dy: number }[] } | null | undefined
  }
  export interface Font {
    /** One number per axis of a variable font. */
    variationCoords: number[] | null
    readonly _variationProcessor: { transformPoints(glyphId: number, points: Point[]): void } | null
    getGlyph(id: number): Glyph
    glyphForCodePoint(codePoint: number): Glyph
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function create(bytes: Uint8Array): Font
}
