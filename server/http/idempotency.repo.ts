import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { SealingKeys } from '#server/lib/seal.ts'

export interface IdempotencyClaim {
  user_id: string
  key: string
  endpoint: string
  /** Hashes by the newest key and by the older keys. */
  request_hash: string
  older_hashes: string[]
  /** Keys that encrypt an answer with a secret; otherwise undefined. */
  sealing: SealingKeys | undefined
}

/** All SQL for idempotency keys. */
export const idempotencyRepo = (db: Kysely<DB> | Transaction<DB>) => ({
  find: ({ user_id: userId, key }: IdempotencyClaim) =>
    db
      .selectFrom('idempotency_keys')
      .select(['endpoint', 'request_hash', 'response'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst(),
  /** Returns false if the key is taken; waits for a concurrent transaction that is inserting it. */
  insert: async ({ older_hashes: _, sealing: __, ...claim }: IdempotencyClaim, createdAt: Date): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('idempotency_keys')
      .values({ ...claim, response: JSON.stringify(null), created_at: createdAt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },
  /** An update to be executed. */
  buildResponseUpdate: ({ user_id: userId, key }: IdempotencyClaim, response: unknown) =>
    db
      .updateTable('idempotency_keys')
      .set({ response: JSON.stringify(response ?? null) })
      .where('user_id', '=', userId)
      .where('key', '=', key),
})
