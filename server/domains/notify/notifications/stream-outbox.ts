import type { Transaction } from 'kysely'
import type { LiveResource, StreamMessage } from '#contract/stream.ts'
import { beforeCommit } from '#server/db/transaction.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { streamRepo } from '#server/domains/notify/notifications/stream.repo.ts'
import type { AfterCommit } from '#server/http/context.ts'

/** Wakes every node that has stream clients; the events themselves are rows. */
export const outbox_channel = 'zhisuan_outbox'

type Live = Pick<Deps, 'clock' | 'database'>

interface Written {
  user_id: string | null
  message: string
  created_at: Date
}

const outboxes = new WeakMap<Transaction<DB>, Written[]>()

/** What one transaction has to say is written in one statement, at its end. */
function write(trx: Transaction<DB>, afterCommit: AfterCommit, { database }: Live, row: Written): void {
  const known = outboxes.get(trx)
  if (known) return void known.push(row)
  const outbox = [row]
  outboxes.set(trx, outbox)
  beforeCommit(trx, () => streamRepo(trx).insert(outbox))
  afterCommit(() => database.notify(outbox_channel, ''))
}

/** Puts one message for one user (or everybody: null) on the stream, in the transaction that made it true. */
export async function publish(
  trx: Transaction<DB>,
  afterCommit: AfterCommit,
  deps: Live,
  user_id: string | null,
  message: StreamMessage,
): Promise<void> {
  write(trx, afterCommit, deps, { user_id, message: JSON.stringify(message), created_at: deps.clock.now() })
}

/** Tells a user's consoles that something they may be showing has changed. */
export const publishChange = (
  trx: Transaction<DB>,
  afterCommit: AfterCommit,
  deps: Live,
  { user_id, resource, id }: { user_id: string | null; resource: LiveResource; id: string | null },
): Promise<void> => publish(trx, afterCommit, deps, user_id, { type: 'change', resource, id })
