import type { Deps } from '#server/deps.ts'
import {
  notifyInvoiceFlushed,
  notifyInvoiceIssued,
  notifyInvoiceRejected,
} from '#server/domains/money/invoices/invoices.notifications.ts'
import { invoiceTitleOf } from '#server/domains/money/invoices/invoices.presenter.ts'
import { type InvoiceRow, invoicesRepo } from '#server/domains/money/invoices/invoices.repo.ts'
import { buildInvoiceMails } from '#server/domains/money/invoices/invoices.service.ts'
import { invoiceMailsRepo } from '#server/domains/money/invoices/mails.repo.ts'
import { type InvoiceMove, moveInvoice } from '#server/domains/money/invoices/move-invoice.ts'
import { computeInvoiceRetryPause } from '#server/domains/money/invoices/retry.policy.ts'
import { buildInvoiceStatementLines } from '#server/domains/money/invoices/statement.policy.ts'
import type { InvoiceAnswer } from '#server/ports/invoice-issuer.ts'
import { inTransaction } from '#server/tx.ts'

const leaseMs = 120_000

/** Sends the request to the issuer, outside of any transaction. One invoice always has the same request id. */
async function askIssuer({ invoice_issuer: invoiceIssuer, database }: Deps, row: InvoiceRow): Promise<InvoiceAnswer> {
  if (!invoiceIssuer) throw new Error('no issuer of invoices')
  const at = row.asked_at!
  if (row.state === 'flushing') {
    const { number, amount_fen: totalFen, reason } = row
    return invoiceIssuer.issueRed({ request_id: row.id, number: number!, total_fen: totalFen, reason: reason ?? '', at })
  }
  const items = await invoicesRepo(database.kysely).items(row.id)
  const kind = row.kind as 'normal' | 'special'
  const { amount_fen: totalFen, remark } = row
  return invoiceIssuer.issue({
    request_id: row.id,
    kind,
    buyer: invoiceTitleOf(row),
    lines: buildInvoiceStatementLines(items).lines,
    total_fen: totalFen,
    remark,
    at,
  })
}

/** Maps the issuer's answer to an invoice step. A refused red invoice goes back to an operator. */
function computeMove(row: InvoiceRow, answer: InvoiceAnswer, sandbox: boolean): InvoiceMove {
  const system = { actor: 'system', changes: { due_at: null } } as const
  if (row.state === 'flushing') {
    return 'refused' in answer
      ? { ...system, step: 'refuse_flush', note: answer.refused, changes: { due_at: null, flush_approved: false } }
      : { ...system, step: 'flush', changes: { due_at: null, red_number: answer.number } }
  }
  if ('refused' in answer)
    return { ...system, step: 'refuse', note: answer.refused, changes: { due_at: null, reason: answer.refused } }
  const { number, issued_at: issuedAt } = answer
  return { ...system, step: 'issue', changes: { due_at: null, number, issued_at: issuedAt, sandbox } }
}

/** Records the issuer's answer once: a second worker finds the invoice already moved on. */
async function recordAnswer(deps: Deps, row: InvoiceRow, answer: InvoiceAnswer): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const locked = await invoicesRepo(tx.db).lock(row.id)
    if (!locked || locked.state !== row.state || locked.due_at === null) return
    await moveInvoice(tx, locked, computeMove(locked, answer, deps.invoice_issuer?.sandbox === true))
    if ('refused' in answer) {
      if (row.state === 'issuing') await notifyInvoiceRejected(tx, locked, answer.refused)
      return
    }
    await invoiceMailsRepo(tx.db).insert(buildInvoiceMails(row.id, locked.emails, deps.clock.now()))
    if (row.state === 'issuing') await notifyInvoiceIssued(tx, locked)
    else await notifyInvoiceFlushed(tx, locked)
  })
}

/** Issues due invoices one by one. After any failure the invoice is due again and retried under the same request id. */
export async function issueDueInvoices(deps: Deps): Promise<void> {
  for (;;) {
    const now = deps.clock.now()
    const row = await deps.database.transaction((trx) => invoicesRepo(trx).claim(now, new Date(now.getTime() + leaseMs)))
    if (!row) return
    try {
      await recordAnswer(deps, row, await askIssuer(deps, row))
    } catch (error) {
      deps.log.error(
        { failure: error instanceof Error ? error.message : typeof error, invoice: row.id },
        'issuing an invoice failed',
      )
      const dueAt = new Date(now.getTime() + computeInvoiceRetryPause(row.attempts))
      await deps.database.transaction(async (trx) => {
        const locked = await invoicesRepo(trx).lock(row.id)
        if (locked?.due_at) await invoicesRepo(trx).update(row.id, { due_at: dueAt })
      })
    }
  }
}
