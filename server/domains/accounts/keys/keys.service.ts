import type { Kysely } from 'kysely'
import pLimit from 'p-limit'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import {
  generateKeyPair,
  keyPrefixes,
  type PublicKey,
  parseSshPublicKey,
} from '#server/domains/accounts/keys/key-pair.service.ts'
import { secretKeysRepo } from '#server/domains/accounts/keys/keys.repo.ts'
import type { Context } from '#server/http/context.ts'
import { KeyedLimiter } from '#server/http/keyed-limiter.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots } from '#server/http/rate-limits.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

type GeneratedAlgorithm = Parameters<typeof generateKeyPair>[0]
type SecretKeyInput =
  | { mode: 'import'; name: string; public_key: string }
  | { mode: 'generate'; name: string; algorithm: GeneratedAlgorithm }

function readPublicKey(text: string): PublicKey {
  try {
    return parseSshPublicKey(text)
  } catch (error) {
    throw createFieldRefusal('invalid', 'public_key', (error as Error).message)
  }
}

type KeysQuery = Parameters<ReturnType<typeof secretKeysRepo>['list']>[1] & { algorithm?: PublicKey['algorithm'] }

export async function listSecretKeys({ deps, caller }: Context, { algorithm, ...query }: KeysQuery) {
  const prefix = algorithm && keyPrefixes[algorithm]
  return secretKeysRepo(deps.database.kysely).list(caller.user_id, { ...query, prefix })
}

export const findSecretKey = (db: Kysely<DB>, userId: string, id: string) => secretKeysRepo(db).find(userId, id)

/** Returns all current keys of a user, without deleted ones. */
export const listAllSecretKeys = (db: Kysely<DB>, userId: string) => secretKeysRepo(db).all(userId)

export async function getSecretKey({ deps, caller }: Context, id: string) {
  const row = await findSecretKey(deps.database.kysely, caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** RSA pairs are generated one at a time for all users: each takes a thread, shared with password checks, for a second. */
const rsaQueue = pLimit(1)
/** Requests of one user wait for each other, so that no pair is generated only to be refused by the limit. */
const userQueues = new KeyedLimiter({ at_once: 1, waiting: 3 })

async function generateLimitedPair({ deps, caller }: Context, algorithm: GeneratedAlgorithm) {
  if ((await secretKeysRepo(deps.database.kysely).count(caller.user_id)) >= limits.secretKeysMax)
    throw new Refusal('secret_key_limit')
  const message = `每小时最多生成 ${limits.secretKeysMadePerHour} 把密钥，请稍后再试，或在自己的电脑上生成后导入公钥`
  const policy = createWindowPolicy(limits.secretKeysMadePerHour, 3600)
  await claimRateSlots(deps, [{ key: `make-key:${caller.user_id}`, policy, refusal: 'too_many_requests', message }])
  return algorithm === 'rsa' ? rsaQueue(() => generateKeyPair('rsa')) : generateKeyPair(algorithm)
}

/** Stores a pasted public key, or generates a pair and returns its private part this once. */
export async function createSecretKey(ctx: Context, input: SecretKeyInput) {
  if (input.mode === 'import') return storeKey(ctx, input.name, { ...readPublicKey(input.public_key), private_key: null })
  const generate = async () => storeKey(ctx, input.name, await generateLimitedPair(ctx, input.algorithm))
  return userQueues.run(ctx.caller.user_id, generate)
}

async function storeKey(
  { deps, caller, transaction }: Context,
  name: string,
  { private_key: privateKey, ...key }: PublicKey & { private_key: string | null },
) {
  // The column's check constraint knows two values; readers take the algorithm from the key itself.
  const algorithm = key.algorithm === 'ecdsa' ? 'rsa' : key.algorithm
  const row = { id: newId('key'), user_id: caller.user_id, name, ...key, algorithm, created_at: deps.clock.now() }
  return transaction(async (tx) => {
    const repo = secretKeysRepo(tx.db)
    // Serialises inserts, so that two at once cannot exceed the limit.
    await repo.lockOwner(caller.user_id)
    if ((await repo.count(caller.user_id)) >= limits.secretKeysMax) throw new Refusal('secret_key_limit')
    if (!(await repo.insert(row))) throw createFieldRefusal('secret_key_taken', 'public_key')
    return { ...row, private_key: privateKey }
  })
}

export async function renameSecretKey({ caller, transaction }: Context, id: string, name: string) {
  const row = await transaction((tx) => secretKeysRepo(tx.db).update(caller.user_id, id, { name }))
  if (!row) throw new Refusal('not_found')
  return row
}

export async function deleteSecretKey({ caller, transaction }: Context, id: string) {
  await transaction(async (tx) => {
    if (!(await secretKeysRepo(tx.db).remove(caller.user_id, id))) throw new Refusal('not_found')
  })
}
