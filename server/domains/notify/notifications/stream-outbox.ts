import type { Transaction } from 'kysely'
import type { LiveResource, StreamMessage } from '#contract/stream.ts'
import { writeAtEnd } from '#server/db/transaction.ts'
import type { DB } from '#server/db/types.ts'
import { streamRepo } from '#server/domains/notify/notifications/stream.repo.ts'
import { notifyAfterCommit, type Tx, type TxDeps } from '#server/tx.ts'

/** Wakes all nodes with stream clients; the events themselves are rows. */
export const outboxChannel = 'zhisuan_outbox'

interface OutboxRow {
  user_id: string | null
  message: string
  created_at: Date
}

const outboxes = new WeakMap<Transaction<DB>, OutboxRow[]>()

/** Collects a transaction's messages and inserts them in one statement at its end. */
function queueRow(tx: Tx<TxDeps>, row: OutboxRow): void {
  const known = outboxes.get(tx.db)
  if (known) return void known.push(row)
  const outbox = [row]
  outboxes.set(tx.db, outbox)
  writeAtEnd(tx.db, 'streamed', () => streamRepo(tx.db).buildInsert(outbox))
  notifyAfterCommit(tx, outboxChannel, '')
}

/** Publishes one message to one user (null: everybody) on the stream, in the transaction of the event. */
export async function publishStreamMessage(tx: Tx<TxDeps>, userId: string | null, message: StreamMessage): Promise<void> {
  queueRow(tx, { user_id: userId, message: JSON.stringify(message), created_at: tx.now() })
}

/** Notifies a user's consoles that data they may be showing has changed. */
export const publishChange = (
  tx: Tx,
  { user_id: userId, resource, id }: { user_id: string | null; resource: LiveResource; id: string | null },
): Promise<void> => publishStreamMessage(tx, userId, { type: 'change', resource, id })
