import PDFDocument from 'pdfkit'
import { toShanghaiDay } from '#contract/day.ts'
import { invoiceKinds } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { formatYuanInCapitals } from '#contract/yuan-capitals.ts'
import { invoiceTitleOf } from '#server/domains/money/invoices/invoices.presenter.ts'
import type { InvoiceItemRow, InvoiceRow } from '#server/domains/money/invoices/invoices.repo.ts'
import { buildInvoiceStatementLines, type InvoiceStatementLine } from '#server/domains/money/invoices/statement.policy.ts'
import { drawInvoiceItemList } from '#server/domains/money/invoices/statement-list.pdf.ts'
import {
  addPdfFonts,
  drawLabelledLine,
  drawTableCell,
  type PdfSheet,
  pdfColors,
  pdfPage,
} from '#server/domains/money/invoices/statement-sheet.pdf.ts'

export interface InvoiceStatement {
  row: InvoiceRow
  items: readonly InvoiceItemRow[]
  seller: { name: string; tax_number: string }
}

const { left, right, width } = pdfPage
const headY = 116
const partiesHeight = 92
const tableY = headY + partiesHeight
const rowHeight = 22
const tableHeight = rowHeight * 9
const totalY = tableY + 24 + tableHeight
const remarkY = totalY + 52
const bottom = remarkY + 70

/** Left edge and width of each column. */
const columns = {
  title: [left, 188],
  detail: [left + 188, 252],
  amount: [left + 440, 110],
  rate: [left + 550, 72],
  tax: [left + 622, width - 622],
} as const

function drawHead(sheet: PdfSheet, { row }: InvoiceStatement): void {
  const red = row.state === 'flushed'
  sheet.font('bold').fontSize(20).fillColor(pdfColors.accent)
  sheet.text(`电子发票（${invoiceKinds[row.kind as 'normal']}）${red ? '· 已红冲' : ''}`, left, 40, { width, align: 'center' })
  sheet
    .moveTo(left + 236, 72)
    .lineTo(right - 236, 72)
    .moveTo(left + 236, 75)
    .lineTo(right - 236, 75)
    .stroke(pdfColors.accent)
  sheet.font('regular').fontSize(10).fillColor(pdfColors.text)
  const at = right - 236
  drawLabelledLine(sheet, '发票号码', row.number ?? '', at, 84)
  drawLabelledLine(sheet, '开票日期', row.issued_at ? toShanghaiDay(row.issued_at) : '', at, 99)
  const note = row.sandbox ? '沙箱样张，不能报销' : '开票信息单，发票原件见税务数字账户'
  sheet.font('bold').fontSize(11).fillColor(pdfColors.mark).text(note, left, 90, { width: 260 })
  if (red) sheet.font('regular').fontSize(9).text(`红字发票号码 ${row.red_number}`, left, 75, { width: 300 })
}

function drawParties(sheet: PdfSheet, { row, seller }: InvoiceStatement): void {
  const half = width / 2
  const buyer = invoiceTitleOf(row)
  const sides = [
    { word: '购买方信息', x: left, party: buyer },
    { word: '销售方信息', x: left + half, party: { ...seller, address: '', phone: '', bank: '', bank_account: '' } },
  ]
  for (const { word, x, party } of sides) {
    sheet.rect(x, headY, half, partiesHeight).stroke(pdfColors.line)
    sheet.rect(x, headY, 22, partiesHeight).stroke(pdfColors.line)
    sheet.font('regular').fontSize(9).fillColor(pdfColors.label)
    ;[...word].forEach((character, i) => void sheet.text(character, x + 6, headY + 9 + i * 15, { lineBreak: false }))
    const lines: [string, string][] = [
      ['名称', party.name],
      ['统一社会信用代码 / 纳税人识别号', party.tax_number || '—'],
      ...(row.kind === 'special' && party === buyer
        ? ([
            ['地址、电话', `${party.address} ${party.phone}`],
            ['开户银行、账号', `${party.bank} ${party.bank_account}`],
          ] satisfies [string, string][])
        : []),
    ]
    sheet.fontSize(9)
    lines.forEach(([label, value], i) => void drawLabelledLine(sheet, label, value, x + 30, headY + 10 + i * 20, half - 36))
  }
}

function drawLines(sheet: PdfSheet, lines: readonly InvoiceStatementLine[]): void {
  sheet.rect(left, tableY, width, 24 + tableHeight).stroke(pdfColors.line)
  const names = { title: '项目名称', detail: '规格型号', amount: '金额', rate: '税率 / 征收率', tax: '税额' } as const
  sheet.font('regular').fontSize(9).fillColor(pdfColors.label)
  for (const [name, word] of Object.entries(names)) {
    const [x, w] = columns[name as keyof typeof columns]
    sheet.text(word, x + 6, tableY + 6, { width: w - 12, align: name === 'title' || name === 'detail' ? 'left' : 'right' })
  }
  lines.forEach(({ title, detail, amount_fen: amountFen, tax_fen: taxFen }, i) => {
    const y = tableY + 26 + i * rowHeight
    sheet.fillColor(pdfColors.text).fontSize(9)
    drawTableCell(sheet, title, columns.title, y)
    drawTableCell(sheet, detail, columns.detail, y)
    drawTableCell(sheet, formatFenAsYuan(amountFen), columns.amount, y, 'right')
    drawTableCell(sheet, `${limits.invoiceTaxPercent}%`, columns.rate, y, 'right')
    drawTableCell(sheet, formatFenAsYuan(taxFen), columns.tax, y, 'right')
  })
  const y = totalY - 22
  const sum = (field: 'amount_fen' | 'tax_fen') => lines.reduce((total, line) => total + line[field], 0n)
  drawTableCell(sheet, '合计', columns.title, y)
  drawTableCell(sheet, `¥${formatFenAsYuan(sum('amount_fen'))}`, columns.amount, y, 'right')
  drawTableCell(sheet, `¥${formatFenAsYuan(sum('tax_fen'))}`, columns.tax, y, 'right')
}

function drawFoot(sheet: PdfSheet, { row }: InvoiceStatement): void {
  sheet.rect(left, totalY, width, 52).stroke(pdfColors.line)
  sheet
    .font('regular')
    .fontSize(9)
    .fillColor(pdfColors.label)
    .text('价税合计（大写）', left + 6, totalY + 19)
  sheet
    .font('bold')
    .fontSize(12)
    .fillColor(pdfColors.text)
    .text(formatYuanInCapitals(row.amount_fen), left + 110, totalY + 16, { width: 420 })
  sheet
    .font('regular')
    .fontSize(9)
    .fillColor(pdfColors.label)
    .text('（小写）', left + 560, totalY + 19)
  sheet
    .font('bold')
    .fontSize(12)
    .fillColor(pdfColors.text)
    .text(`¥${formatFenAsYuan(row.amount_fen)}`, left + 606, totalY + 16)
  sheet.rect(left, remarkY, width, bottom - remarkY).stroke(pdfColors.line)
  sheet
    .font('regular')
    .fontSize(9)
    .fillColor(pdfColors.label)
    .text('备注', left + 6, remarkY + 8)
  sheet.fillColor(pdfColors.text).text(row.remark || '—', left + 46, remarkY + 8, { width: width - 60, height: 42 })
  sheet.fillColor(pdfColors.label).text(`平台编号 ${row.id}`, left + 46, bottom - 18)
}

/** Draws a mark across the sheet, so that a sandbox sample is not mistaken for an invoice. */
function drawSampleMark(sheet: PdfSheet, { row }: InvoiceStatement): void {
  if (!row.sandbox) return
  sheet
    .save()
    .rotate(-24, { origin: [pdfPage.middle, 300] })
    .font('bold')
    .fontSize(84)
    .fillColor(pdfColors.mark)
    .opacity(0.09)
  sheet.text('沙箱样张', left, 250, { width, align: 'center' }).restore().opacity(1)
}

/** Renders the invoice as an A4 landscape PDF. The same rows always give the same bytes. */
export async function renderInvoicePdf(statement: InvoiceStatement): Promise<Buffer> {
  const { row, items } = statement
  const { lines, listed } = buildInvoiceStatementLines(items)
  const date = row.issued_at ?? row.created_at
  const sheet = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    info: { Title: `发票 ${row.number ?? row.id}`, CreationDate: date, ModDate: date },
  })
  const chunks: Buffer[] = []
  sheet.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => void sheet.on('end', resolve).on('error', reject))
  addPdfFonts(sheet)
  sheet.lineWidth(0.7)
  drawSampleMark(sheet, statement)
  drawHead(sheet, statement)
  drawParties(sheet, statement)
  drawLines(sheet, lines)
  drawFoot(sheet, statement)
  if (listed) drawInvoiceItemList(sheet, items, row)
  sheet.end()
  await ended
  return Buffer.concat(chunks)
}
