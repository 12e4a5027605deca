import PDFDocument from 'pdfkit'
import { dayOf } from '#contract/day.ts'
import { invoice_kinds } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { yuanOfFen } from '#contract/money.ts'
import { yuanInCapitals } from '#contract/yuan-capitals.ts'
import { titleOf } from '#server/domains/money/invoices/invoices.presenter.ts'
import type { InvoiceRow, ItemRow } from '#server/domains/money/invoices/invoices.repo.ts'
import { type StatementLine, statementLines } from '#server/domains/money/invoices/statement.policy.ts'
import { drawList } from '#server/domains/money/invoices/statement-list.pdf.ts'
import { addFonts, cell, ink, lineIn, page, type Sheet } from '#server/domains/money/invoices/statement-sheet.pdf.ts'

export interface Statement {
  row: InvoiceRow
  items: readonly ItemRow[]
  seller: { name: string; tax_number: string }
}

const { left, right, width } = page
const head_y = 116
const parties_h = 92
const table_y = head_y + parties_h
const row_h = 22
const table_h = row_h * 9
const total_y = table_y + 24 + table_h
const remark_y = total_y + 52
const bottom = remark_y + 70

/** Left edge and width of each column. */
const columns = {
  title: [left, 188],
  detail: [left + 188, 252],
  amount: [left + 440, 110],
  rate: [left + 550, 72],
  tax: [left + 622, width - 622],
} as const

function drawHead(sheet: Sheet, { row }: Statement): void {
  const red = row.state === 'flushed'
  sheet.font('bold').fontSize(20).fillColor(ink.accent)
  sheet.text(`电子发票（${invoice_kinds[row.kind as 'normal']}）${red ? '· 已红冲' : ''}`, left, 40, { width, align: 'center' })
  sheet
    .moveTo(left + 236, 72)
    .lineTo(right - 236, 72)
    .moveTo(left + 236, 75)
    .lineTo(right - 236, 75)
    .stroke(ink.accent)
  sheet.font('regular').fontSize(10).fillColor(ink.text)
  const at = right - 236
  lineIn(sheet, '发票号码', row.number ?? '', at, 84)
  lineIn(sheet, '开票日期', row.issued_at ? dayOf(row.issued_at) : '', at, 99)
  const note = row.sandbox ? '沙箱样张，不能报销' : '开票信息单，发票原件见税务数字账户'
  sheet.font('bold').fontSize(11).fillColor(ink.mark).text(note, left, 90, { width: 260 })
  if (red) sheet.font('regular').fontSize(9).text(`红字发票号码 ${row.red_number}`, left, 75, { width: 300 })
}

function drawParties(sheet: Sheet, { row, seller }: Statement): void {
  const half = width / 2
  const buyer = titleOf(row)
  const sides = [
    { word: '购买方信息', x: left, party: buyer },
    { word: '销售方信息', x: left + half, party: { ...seller, address: '', phone: '', bank: '', bank_account: '' } },
  ]
  for (const { word, x, party } of sides) {
    sheet.rect(x, head_y, half, parties_h).stroke(ink.line)
    sheet.rect(x, head_y, 22, parties_h).stroke(ink.line)
    sheet.font('regular').fontSize(9).fillColor(ink.label)
    ;[...word].forEach((character, i) => void sheet.text(character, x + 6, head_y + 9 + i * 15, { lineBreak: false }))
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
    lines.forEach(([label, value], i) => void lineIn(sheet, label, value, x + 30, head_y + 10 + i * 20, half - 36))
  }
}

function drawLines(sheet: Sheet, lines: readonly StatementLine[]): void {
  sheet.rect(left, table_y, width, 24 + table_h).stroke(ink.line)
  const names = { title: '项目名称', detail: '规格型号', amount: '金额', rate: '税率 / 征收率', tax: '税额' } as const
  sheet.font('regular').fontSize(9).fillColor(ink.label)
  for (const [name, word] of Object.entries(names)) {
    const [x, w] = columns[name as keyof typeof columns]
    sheet.text(word, x + 6, table_y + 6, { width: w - 12, align: name === 'title' || name === 'detail' ? 'left' : 'right' })
  }
  lines.forEach(({ title, detail, amount_fen, tax_fen }, i) => {
    const y = table_y + 26 + i * row_h
    sheet.fillColor(ink.text).fontSize(9)
    cell(sheet, title, columns.title, y)
    cell(sheet, detail, columns.detail, y)
    cell(sheet, yuanOfFen(amount_fen), columns.amount, y, 'right')
    cell(sheet, `${limits.invoice_tax_percent}%`, columns.rate, y, 'right')
    cell(sheet, yuanOfFen(tax_fen), columns.tax, y, 'right')
  })
  const y = total_y - 22
  const sum = (field: 'amount_fen' | 'tax_fen') => lines.reduce((total, line) => total + line[field], 0n)
  cell(sheet, '合计', columns.title, y)
  cell(sheet, `¥${yuanOfFen(sum('amount_fen'))}`, columns.amount, y, 'right')
  cell(sheet, `¥${yuanOfFen(sum('tax_fen'))}`, columns.tax, y, 'right')
}

function drawFoot(sheet: Sheet, { row }: Statement): void {
  sheet.rect(left, total_y, width, 52).stroke(ink.line)
  sheet
    .font('regular')
    .fontSize(9)
    .fillColor(ink.label)
    .text('价税合计（大写）', left + 6, total_y + 19)
  sheet
    .font('bold')
    .fontSize(12)
    .fillColor(ink.text)
    .text(yuanInCapitals(row.amount_fen), left + 110, total_y + 16, { width: 420 })
  sheet
    .font('regular')
    .fontSize(9)
    .fillColor(ink.label)
    .text('（小写）', left + 560, total_y + 19)
  sheet
    .font('bold')
    .fontSize(12)
    .fillColor(ink.text)
    .text(`¥${yuanOfFen(row.amount_fen)}`, left + 606, total_y + 16)
  sheet.rect(left, remark_y, width, bottom - remark_y).stroke(ink.line)
  sheet
    .font('regular')
    .fontSize(9)
    .fillColor(ink.label)
    .text('备注', left + 6, remark_y + 8)
  sheet.fillColor(ink.text).text(row.remark || '—', left + 46, remark_y + 8, { width: width - 60, height: 42 })
  sheet.fillColor(ink.label).text(`平台编号 ${row.id}`, left + 46, bottom - 18)
}

/** Across the sheet, so that no sample passes for an invoice. */
function drawMark(sheet: Sheet, { row }: Statement): void {
  if (!row.sandbox) return
  sheet
    .save()
    .rotate(-24, { origin: [page.middle, 300] })
    .font('bold')
    .fontSize(84)
    .fillColor(ink.mark)
    .opacity(0.09)
  sheet.text('沙箱样张', left, 250, { width, align: 'center' }).restore().opacity(1)
}

/** The invoice as a PDF of A4, landscape. The same rows always give the same bytes. */
export async function invoicePdf(statement: Statement): Promise<Buffer> {
  const { row, items } = statement
  const { lines, listed } = statementLines(items)
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
  addFonts(sheet)
  sheet.lineWidth(0.7)
  drawMark(sheet, statement)
  drawHead(sheet, statement)
  drawParties(sheet, statement)
  drawLines(sheet, lines)
  drawFoot(sheet, statement)
  if (listed) drawList(sheet, items, row)
  sheet.end()
  await ended
  return Buffer.concat(chunks)
}
