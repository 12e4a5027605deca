import type { Transaction } from 'kysely'
import type { LiveResource, StreamMessage } from '#contract/stream.ts'
import { beforeCommit } from '#server/db/transaction.ts'
import type { DB } from '#server/db/types.ts'
import { streamRepo } from '#server/domains/notify/notifications/stream.repo.ts'
import type { Tx } from '#server/tx.ts'

/** Wakes every node that has stream clients; the events themselves are rows. */
export const outbox_channel = 'zhisuan_outbox'

interface Written {
  user_id: string | null
  message: string
  created_at: Date
}

const outboxes = new WeakMap<Transaction<DB>, Written[]>()

/** What one transaction has to say is written in one statement, at its end. */
function write(tx: Tx, row: Written): void {
  const known = outboxes.get(tx.db)
  if (known) return void known.push(row)
  const outbox = [row]
  outboxes.set(tx.db, outbox)
  beforeCommit(tx.db, () => streamRepo(tx.db).insert(outbox))
  tx.afterCommit(() => tx.deps.database.notify(outbox_channel, ''))
}

/** Puts one message for one user (or everybody: null) on the stream, in the transaction that made it true. */
export async function publish(tx: Tx, user_id: string | null, message: StreamMessage): Promise<void> {
  write(tx, { user_id, message: JSON.stringify(message), created_at: tx.now() })
}

/** Tells a user's consoles that something they may be showing has changed. */
export const publishChange = (
  tx: Tx,
  { user_id, resource, id }: { user_id: string | null; resource: LiveResource; id: string | null },
): Promise<void> => publish(tx, user_id, { type: 'change', resource, id })
