import type { Deps } from '#server/deps.ts'
import { notifyFlushNeeded, notifyInvoiceRejected } from '#server/domains/money/invoices/invoices.notifications.ts'
import { invoicesRepo } from '#server/domains/money/invoices/invoices.repo.ts'
import { issueDueInvoices } from '#server/domains/money/invoices/issue-invoices.service.ts'
import { sendDueInvoiceMails } from '#server/domains/money/invoices/mails.service.ts'
import { invoicesChannel as channel, moveInvoice } from '#server/domains/money/invoices/move-invoice.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { inTransaction } from '#server/tx.ts'

/** Channel that wakes `runInvoiceWork`. */
export const invoiceWorkChannel = channel

const paidBackReason = '所含订单已退款'

/** Handles invoices with refunded orders: refuses pending requests and requests a red invoice for issued ones (decision 034). */
async function endRefundedInvoices(deps: Deps): Promise<void> {
  const ids = await invoicesRepo(deps.database.kysely).refunded()
  await forEachIsolated(ids, deps, 'ending an invoice of a refunded order', (id) =>
    inTransaction(deps, async (tx) => {
      const row = await invoicesRepo(tx.db).lock(id)
      const said = { actor: 'system', note: paidBackReason, changes: { reason: paidBackReason } } as const
      if (row?.state === 'pending') {
        await moveInvoice(tx, row, { ...said, step: 'reject' })
        await notifyInvoiceRejected(tx, row, paidBackReason)
      } else if (row?.state === 'issued') {
        await moveInvoice(tx, row, { ...said, step: 'ask_flush' })
        await notifyFlushNeeded(tx, row)
      }
    }),
  )
}

/** Returns when `runInvoiceWork` next has work: now or earlier means at once, null means nothing is scheduled. */
export async function findNextInvoiceWorkTime({ database, clock }: Deps): Promise<Date | null> {
  const repo = invoicesRepo(database.kysely)
  return (await repo.refunded()).length > 0 ? clock.now() : repo.firstDue()
}

/** Runs all background work for invoices. */
export async function runInvoiceWork(deps: Deps): Promise<void> {
  await endRefundedInvoices(deps)
  await issueDueInvoices(deps)
  await sendDueInvoiceMails(deps)
}
