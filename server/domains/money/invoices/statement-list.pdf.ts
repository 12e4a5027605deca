import { toShanghaiDay } from '#contract/day.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { InvoiceItemRow, InvoiceRow } from '#server/domains/money/invoices/invoices.repo.ts'
import { drawTableCell, type PdfSheet, pdfColors, pdfPage } from '#server/domains/money/invoices/statement-sheet.pdf.ts'

const rowHeight = 20
const firstRowY = pdfPage.top + 44
const rowsPerPage = Math.floor((pdfPage.bottom - firstRowY) / rowHeight)
const columns = {
  day: [pdfPage.left, 110],
  title: [pdfPage.left + 110, 420],
  account: [pdfPage.left + 530, 120],
  amount: [pdfPage.left + 650, pdfPage.width - 650],
} as const

function drawItemPage(sheet: PdfSheet, items: readonly InvoiceItemRow[], row: InvoiceRow, number: number, count: number): void {
  sheet.addPage({ size: 'A4', layout: 'landscape', margin: 0 })
  sheet.font('bold').fontSize(12).fillColor(pdfColors.text)
  sheet.text(
    `明细 ${number} / ${count}，发票号码 ${row.number ?? '—'}${row.sandbox ? '，沙箱样张' : ''}`,
    pdfPage.left,
    pdfPage.top,
  )
  sheet.font('regular').fontSize(9).fillColor(pdfColors.label)
  drawTableCell(sheet, '日期', columns.day, firstRowY - 18)
  drawTableCell(sheet, '项目', columns.title, firstRowY - 18)
  drawTableCell(sheet, '账号', columns.account, firstRowY - 18)
  drawTableCell(sheet, '价税合计（元）', columns.amount, firstRowY - 18, 'right')
  items.forEach((item, i) => {
    const y = firstRowY + i * rowHeight
    sheet
      .moveTo(pdfPage.left, y - 4)
      .lineTo(pdfPage.right, y - 4)
      .lineWidth(0.3)
      .stroke(pdfColors.line)
      .fillColor(pdfColors.text)
    drawTableCell(sheet, toShanghaiDay(item.at), columns.day, y)
    drawTableCell(sheet, item.title, columns.title, y)
    drawTableCell(sheet, item.user_id === row.user_id ? '本账号' : item.nickname, columns.account, y)
    drawTableCell(sheet, formatFenAsYuan(item.amount_fen), columns.amount, y, 'right')
  })
}

/** Draws all items of an invoice that has too many for its table. */
export function drawInvoiceItemList(sheet: PdfSheet, items: readonly InvoiceItemRow[], row: InvoiceRow): void {
  const count = Math.ceil(items.length / rowsPerPage)
  for (let number = 0; number < count; number += 1) {
    drawItemPage(sheet, items.slice(number * rowsPerPage, (number + 1) * rowsPerPage), row, number + 1, count)
  }
}
