import type { Updateable } from 'kysely'
import type { InvoiceActor, InvoiceState, InvoiceStep } from '#contract/invoice-states.ts'
import type { DB } from '#server/db/types.ts'
import { computeNextInvoiceState } from '#server/domains/money/invoices/invoices.machine.ts'
import { type InvoiceRow, invoicesRepo } from '#server/domains/money/invoices/invoices.repo.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { notifyAfterCommit, type Tx } from '#server/tx.ts'

/** Channel that wakes the worker that issues and mails invoices. */
export const invoicesChannel = 'zhisuan_invoices'

export interface InvoiceMove {
  step: InvoiceStep
  actor: InvoiceActor
  actor_id?: string
  note?: string
  changes?: Updateable<DB['invoices']>
}

/** Applies a step to a locked invoice and records it in the history; refuses steps its state does not allow. */
export async function moveInvoice(
  tx: Tx,
  row: InvoiceRow,
  { step, actor, actor_id: actorId, note, changes }: InvoiceMove,
): Promise<void> {
  const state = computeNextInvoiceState(step, row.state as InvoiceState, actor)
  if (!state) throw new Refusal('invoice_state')
  const at = tx.now()
  const repo = invoicesRepo(tx.db)
  await repo.update(row.id, { ...changes, state })
  await repo.addEvent({ invoice_id: row.id, state, at, actor, actor_id: actorId ?? null, note: note ?? null })
  await publishChange(tx, { user_id: row.user_id, resource: 'invoices', id: row.id })
  notifyAfterCommit(tx, invoicesChannel, '')
}
