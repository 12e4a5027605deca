import { dayOf } from '#contract/day.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { InvoiceRow, ItemRow } from '#server/domains/money/invoices/invoices.repo.ts'
import { cell, ink, page, type Sheet } from '#server/domains/money/invoices/statement-sheet.pdf.ts'

const row_h = 20
const first_y = page.top + 44
const rows_per_page = Math.floor((page.bottom - first_y) / row_h)
const columns = {
  day: [page.left, 110],
  title: [page.left + 110, 420],
  account: [page.left + 530, 120],
  amount: [page.left + 650, page.width - 650],
} as const

function drawPage(sheet: Sheet, items: readonly ItemRow[], row: InvoiceRow, number: number, count: number): void {
  sheet.addPage({ size: 'A4', layout: 'landscape', margin: 0 })
  sheet.font('bold').fontSize(12).fillColor(ink.text)
  sheet.text(`明细 ${number} / ${count}，发票号码 ${row.number ?? '—'}${row.sandbox ? '，沙箱样张' : ''}`, page.left, page.top)
  sheet.font('regular').fontSize(9).fillColor(ink.label)
  cell(sheet, '日期', columns.day, first_y - 18)
  cell(sheet, '项目', columns.title, first_y - 18)
  cell(sheet, '账号', columns.account, first_y - 18)
  cell(sheet, '价税合计（元）', columns.amount, first_y - 18, 'right')
  items.forEach((item, i) => {
    const y = first_y + i * row_h
    sheet
      .moveTo(page.left, y - 4)
      .lineTo(page.right, y - 4)
      .lineWidth(0.3)
      .stroke(ink.line)
      .fillColor(ink.text)
    cell(sheet, dayOf(item.at), columns.day, y)
    cell(sheet, item.title, columns.title, y)
    cell(sheet, item.user_id === row.user_id ? '本账号' : item.nickname, columns.account, y)
    cell(sheet, yuanOfFen(item.amount_fen), columns.amount, y, 'right')
  })
}

/** Every item of an invoice that has too many for its table. */
export function drawList(sheet: Sheet, items: readonly ItemRow[], row: InvoiceRow): void {
  const count = Math.ceil(items.length / rows_per_page)
  for (let number = 0; number < count; number += 1) {
    drawPage(sheet, items.slice(number * rows_per_page, (number + 1) * rows_per_page), row, number + 1, count)
  }
}
