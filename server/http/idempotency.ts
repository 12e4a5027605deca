import { createHmac } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { type IdempotencyClaim, idempotencyRepo } from '#server/http/idempotency.repo.ts'
import { Refusal } from '#server/refusal.ts'

/** Thrown out of a transaction whose key was answered meanwhile; the stored answer is to be read instead. */
export class AlreadyAnswered extends Error {}

/** Keyed, because a body may hold a name or an ID number that a plain hash would let somebody guess. */
export const requestHash = (key: Buffer, endpoint: string, input: unknown): string =>
  createHmac('sha256', key)
    .update(`${endpoint} ${JSON.stringify(input)}`)
    .digest('base64')

/** The stored answer of a key, or undefined. Refuses a key that answered another request. */
export async function findAnswer(db: Kysely<DB>, claim: IdempotencyClaim): Promise<{ response: unknown } | undefined> {
  const row = await idempotencyRepo(db).find(claim)
  if (!row) return undefined
  if (row.endpoint !== claim.endpoint || row.request_hash !== claim.request_hash) throw new Refusal('idempotency_conflict')
  return { response: row.response }
}

/** Takes the key first, so that a second call with it waits for this transaction and then replays its answer. */
export async function claimKey(trx: Transaction<DB>, claim: IdempotencyClaim, now: Date): Promise<void> {
  if (!(await idempotencyRepo(trx).insert(claim, now))) throw new AlreadyAnswered()
}

export async function storeAnswer(trx: Transaction<DB>, claim: IdempotencyClaim, response: unknown): Promise<void> {
  await idempotencyRepo(trx).setResponse(claim, response)
}
