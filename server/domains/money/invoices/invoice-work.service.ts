import type { Deps } from '#server/deps.ts'
import { tellFlushNeeded, tellRejected } from '#server/domains/money/invoices/invoices.notifications.ts'
import { invoicesRepo } from '#server/domains/money/invoices/invoices.repo.ts'
import { issueDue } from '#server/domains/money/invoices/issue-invoices.service.ts'
import { mailDue } from '#server/domains/money/invoices/mails.service.ts'
import { invoices_channel as channel, moveInvoice } from '#server/domains/money/invoices/move-invoice.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { inTransaction } from '#server/tx.ts'

/** Wakes `workOnInvoices`. */
export const invoices_channel = channel

const paid_back = '所含订单已退款'

/** An order was paid back: a request with it is refused, an invoice with it is to be flushed (decision 034). */
async function endRefunded(deps: Deps): Promise<void> {
  const ids = await invoicesRepo(deps.database.kysely).refunded()
  await forEachIsolated(ids, deps, 'ending an invoice of a refunded order', (id) =>
    inTransaction(deps, async (tx) => {
      const row = await invoicesRepo(tx.db).lock(id)
      const said = { actor: 'system', note: paid_back, changes: { reason: paid_back } } as const
      if (row?.state === 'pending') {
        await moveInvoice(tx, row, { ...said, step: 'reject' })
        await tellRejected(tx, row, paid_back)
      } else if (row?.state === 'issued') {
        await moveInvoice(tx, row, { ...said, step: 'ask_flush' })
        await tellFlushNeeded(tx, row)
      }
    }),
  )
}

/** When `workOnInvoices` next has something to do: now and earlier is at once, null is nothing in sight. */
export async function nextInvoiceWork({ database, clock }: Deps): Promise<Date | null> {
  const repo = invoicesRepo(database.kysely)
  return (await repo.refunded()).length > 0 ? clock.now() : repo.firstDue()
}

/** Everything about invoices that nobody waits for. */
export async function workOnInvoices(deps: Deps): Promise<void> {
  await endRefunded(deps)
  await issueDue(deps)
  await mailDue(deps)
}
