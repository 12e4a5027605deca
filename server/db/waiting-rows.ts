import { sql } from 'kysely'

/**
 * Conditions for rows that wait for this operator, one for each queue with more than a plain state: the list of the queue and its count
 * read the same one. What an operator asked for, owns or approved first waits for somebody else.
 */
export const selectWaitingWithdrawals = (me: string) => sql<boolean>`
  w.status in ('pending', 'checking', 'paying') and w.user_id <> ${me} and (
    w.status = 'pending' or (w.status = 'checking' and w.first_by <> ${me}) or (w.status = 'paying' and exists (
      select from withdrawal_parts p where p.withdrawal_id = w.id
        and (p.status = 'failed' or (p.status = 'waiting' and p.channel in ('bank', 'payee'))))))`

export const selectWaitingTransfers = (me: string) => sql<boolean>`
  t.status in ('pending', 'confirmed') and t.user_id <> ${me} and (t.status = 'pending' or t.confirmed_by <> ${me})`

export const selectWaitingInvoices = sql<boolean>`
  (i.state = 'pending' or (i.state = 'flushing' and not i.flush_approved))`

/** With the kinds of change that the operator may decide. */
export const selectWaitingChanges = (me: string, kinds: readonly string[]) => sql<boolean>`
  c.status = 'pending' and c.requested_by <> ${me} and c.kind = any(${[...kinds]}::text[])`
