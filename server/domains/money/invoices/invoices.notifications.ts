import type { Transaction } from 'kysely'
import { yuanOfFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import type { InvoiceRow } from '#server/domains/money/invoices/invoices.repo.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { AfterCommit } from '#server/http/context.ts'

type Told = [trx: Transaction<DB>, afterCommit: AfterCommit, deps: Deps, row: InvoiceRow]

const tell = ([trx, afterCommit, deps, row]: Told, title: string, content: string) =>
  notify(trx, afterCommit, deps, {
    user_id: row.user_id,
    class: 'review',
    title,
    content,
    link: `/console/cost/invoice-details?id=${row.id}`,
  })

const amountOf = ({ amount_fen }: InvoiceRow) => `${yuanOfFen(amount_fen)} 元`

export const tellIssued = (...told: Told) => {
  const row = told[3]
  const sent = row.emails.length > 0 ? `PDF 会寄到 ${row.emails.join('、')}，也` : 'PDF '
  return tell(told, `${amountOf(row)}的发票已开具`, `${sent}可以在发票详情下载。`)
}
export const tellReplaced = (...[trx, afterCommit, deps, row, reason]: [...Told, string]) => {
  const sent = row.emails.length > 0 ? `会重新寄到 ${row.emails.join('、')}，也` : ''
  return tell(
    [trx, afterCommit, deps, row],
    `${amountOf(row)}的发票已更正`,
    `原因：${reason}。请以新的 PDF 为准，${sent}可以在发票详情下载。`,
  )
}
export const tellFlushed = (...told: Told) =>
  tell(told, `${amountOf(told[3])}的发票已红冲`, '原发票作废，金额已退回未开票金额，可以重新申请。')
export const tellRejected = (...[trx, afterCommit, deps, row, reason]: [...Told, string]) =>
  tell(
    [trx, afterCommit, deps, row],
    `${amountOf(row)}的开票申请被驳回`,
    `原因：${reason}。金额已退回未开票金额，修改后可以重新申请。`,
  )
export const tellFlushDeclined = (...[trx, afterCommit, deps, row, reason]: [...Told, string]) =>
  tell([trx, afterCommit, deps, row], '红冲申请未通过', `原因：${reason}。发票仍然有效。`)
export const tellFlushNeeded = (...told: Told) =>
  tell(
    told,
    `${amountOf(told[3])}的发票需要红冲`,
    '发票里的订单已经退款，系统已发起红冲。红冲后未退款的部分可以重新开票；红冲之前，退款的部分不能提现。',
  )
