import { formatFenText } from '#contract/money.ts'
import type { InvoiceRow } from '#server/domains/money/invoices/invoices.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Tx } from '#server/tx.ts'

const notifyOwner = (tx: Tx, row: InvoiceRow, title: string, content: string) =>
  notifyUser(tx, {
    user_id: row.user_id,
    class: 'review',
    title,
    content,
    link: `/console/cost/invoice-details?id=${row.id}`,
  })

const formatAmount = ({ amount_fen: amountFen }: InvoiceRow) => `${formatFenText(amountFen)} 元`

export const notifyInvoiceIssued = (tx: Tx, row: InvoiceRow) => {
  const sent = row.emails.length > 0 ? `PDF 会寄到 ${row.emails.join('、')}，也` : 'PDF '
  return notifyOwner(tx, row, `${formatAmount(row)}的发票已开具`, `${sent}可以在发票详情下载。`)
}
export const notifyInvoiceReplaced = (tx: Tx, row: InvoiceRow, reason: string) => {
  const sent = row.emails.length > 0 ? `会重新寄到 ${row.emails.join('、')}，也` : ''
  return notifyOwner(
    tx,
    row,
    `${formatAmount(row)}的发票已更正`,
    `原因：${reason}。请以新的 PDF 为准，${sent}可以在发票详情下载。`,
  )
}
export const notifyInvoiceFlushed = (tx: Tx, row: InvoiceRow) =>
  notifyOwner(tx, row, `${formatAmount(row)}的发票已红冲`, '原发票作废，金额已退回未开票金额，可以重新申请。')
export const notifyInvoiceRejected = (tx: Tx, row: InvoiceRow, reason: string) =>
  notifyOwner(tx, row, `${formatAmount(row)}的开票申请被驳回`, `原因：${reason}。金额已退回未开票金额，修改后可以重新申请。`)
export const notifyFlushDeclined = (tx: Tx, row: InvoiceRow, reason: string) =>
  notifyOwner(tx, row, '红冲申请未通过', `原因：${reason}。发票仍然有效。`)
export const notifyFlushNeeded = (tx: Tx, row: InvoiceRow) =>
  notifyOwner(
    tx,
    row,
    `${formatAmount(row)}的发票需要红冲`,
    '发票里的订单已经退款，系统已发起红冲。红冲后未退款的部分可以重新开票；红冲之前，退款的部分不能提现。',
  )
