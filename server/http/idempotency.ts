import type { Kysely, Transaction } from 'kysely'
import { writeAtEnd } from '#server/db/transaction.ts'
import type { DB } from '#server/db/types.ts'
import { type IdempotencyClaim, idempotencyRepo } from '#server/http/idempotency.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { type SealingKeys, sealText, unsealText } from '#server/lib/seal.ts'
import { computeHmacs, type SigningKeys } from '#server/lib/signing.ts'

/** Thrown out of a transaction whose key was answered meanwhile; the caller then reads the stored answer. */
export class AlreadyAnswered extends Error {}

/** Hashes a request with each key, newest first. Uses HMAC, since names and ID numbers could be guessed from a plain hash. */
export function computeRequestHashes(
  keys: SigningKeys,
  endpoint: string,
  input: unknown,
): Pick<IdempotencyClaim, 'request_hash' | 'older_hashes'> {
  const [requestHash, ...olderHashes] = computeHmacs(keys, `${endpoint} ${JSON.stringify(input)}`).map((hash) =>
    hash.toString('base64'),
  )
  return { request_hash: requestHash!, older_hashes: olderHashes }
}

/** Returns the stored answer of a key, or undefined. Refuses a key that was used for a different request. */
export async function findStoredAnswer(db: Kysely<DB>, claim: IdempotencyClaim): Promise<{ response: unknown } | undefined> {
  const row = await idempotencyRepo(db).find(claim)
  if (!row) return undefined
  const same = [claim.request_hash, ...claim.older_hashes].includes(row.request_hash)
  if (row.endpoint !== claim.endpoint || !same) throw new Refusal('idempotency_conflict')
  return { response: claim.sealing ? unsealAnswer(claim, claim.sealing, row.response) : row.response }
}

const toSealOwner = ({ user_id: userId, key }: IdempotencyClaim) => `${userId}/${key}`

/** Decrypts a stored answer; this fails if its key has since been removed from SECRET_KEY. */
function unsealAnswer(claim: IdempotencyClaim, sealing: SealingKeys, response: unknown): unknown {
  try {
    return JSON.parse(unsealText(sealing, toSealOwner(claim), String(response)))
  } catch {
    throw new Refusal('idempotency_conflict', { message: '已经成功，但答复里的密钥无法再次给出，请删除后重新创建' })
  }
}

/** Inserts the key first, so that a concurrent call with the same key waits for this transaction and then replays its answer. */
export async function claimIdempotencyKey(trx: Transaction<DB>, claim: IdempotencyClaim, now: Date): Promise<void> {
  if (!(await idempotencyRepo(trx).insert(claim, now))) throw new AlreadyAnswered()
}

/** Stores the answer with the transaction's last writes. */
export function storeAnswer(trx: Transaction<DB>, claim: IdempotencyClaim, response: unknown): void {
  const { sealing } = claim
  const stored = sealing ? sealText(sealing, toSealOwner(claim), JSON.stringify(response)) : response
  writeAtEnd(trx, 'answered', () => idempotencyRepo(trx).buildResponseUpdate(claim, stored))
}
