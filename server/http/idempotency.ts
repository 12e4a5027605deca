import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { type IdempotencyClaim, idempotencyRepo } from '#server/http/idempotency.repo.ts'
import { Refusal } from '#server/refusal.ts'
import { hmacsOf, type SigningKeys } from '#server/signing.ts'

/** Thrown out of a transaction whose key was answered meanwhile; the stored answer is to be read instead. */
export class AlreadyAnswered extends Error {}

/** Keyed, because a body may hold a name or an ID number that a plain hash would let somebody guess. By each key, newest first. */
export function requestHashes(
  keys: SigningKeys,
  endpoint: string,
  input: unknown,
): Pick<IdempotencyClaim, 'request_hash' | 'older_hashes'> {
  const [request_hash, ...older_hashes] = hmacsOf(keys, `${endpoint} ${JSON.stringify(input)}`).map((hash) =>
    hash.toString('base64'),
  )
  return { request_hash: request_hash!, older_hashes }
}

/** The stored answer of a key, or undefined. Refuses a key that answered another request. */
export async function findAnswer(db: Kysely<DB>, claim: IdempotencyClaim): Promise<{ response: unknown } | undefined> {
  const row = await idempotencyRepo(db).find(claim)
  if (!row) return undefined
  const same = [claim.request_hash, ...claim.older_hashes].includes(row.request_hash)
  if (row.endpoint !== claim.endpoint || !same) throw new Refusal('idempotency_conflict')
  return { response: row.response }
}

/** Takes the key first, so that a second call with it waits for this transaction and then replays its answer. */
export async function claimKey(trx: Transaction<DB>, claim: IdempotencyClaim, now: Date): Promise<void> {
  if (!(await idempotencyRepo(trx).insert(claim, now))) throw new AlreadyAnswered()
}

export async function storeAnswer(trx: Transaction<DB>, claim: IdempotencyClaim, response: unknown): Promise<void> {
  await idempotencyRepo(trx).setResponse(claim, response)
}
