import type PDFDocument from 'pdfkit'
import { pdfFont } from '#server/pdf/pdf-font.ts'
import { notoSansSc, type Typeface } from '#server/pdf/typeface.ts'

export type PdfSheet = InstanceType<typeof PDFDocument>

/** A4 landscape in points. */
export const pdfPage = { left: 40, right: 802, width: 762, middle: 421, top: 40, bottom: 560 } as const

export const pdfColors = { text: '#0F172A', label: '#475467', line: '#A35B1E', accent: '#8A4413', mark: '#C81E1E' } as const

let typefaces: { regular: Typeface; bold: Typeface } | undefined

/** Registers the fonts `regular` and `bold` with a document. The typefaces are loaded once, for the first invoice. */
export function addPdfFonts(sheet: PdfSheet): void {
  typefaces ??= { regular: notoSansSc(400), bold: notoSansSc(600) }
  // pdfkit accepts any object that lays out text like a fontkit font; its types only allow files
  for (const [name, face] of Object.entries(typefaces)) sheet.registerFont(name, pdfFont(face) as unknown as string)
}

/** Draws `label：value` on one line in the current font size. */
export function drawLabelledLine(sheet: PdfSheet, label: string, value: string, x: number, y: number, width = 236): void {
  sheet.fillColor(pdfColors.label).text(`${label}：`, x, y, { width, continued: true, height: 24 })
  sheet.fillColor(pdfColors.text).text(value, { width, height: 24 })
}

/** Draws text in a table cell, two lines at most. */
export function drawTableCell(
  sheet: PdfSheet,
  text: string,
  [x, width]: readonly [number, number],
  y: number,
  align: 'left' | 'right' = 'left',
): void {
  sheet.text(text, x + 6, y, { width: width - 12, height: 24, align, ellipsis: true, lineGap: -1 })
}
