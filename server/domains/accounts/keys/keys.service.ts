import type { Kysely } from 'kysely'
import pLimit from 'p-limit'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import {
  ed25519PairOf,
  generateKeyPair,
  key_prefixes,
  type PublicKey,
  parsePublicKey,
} from '#server/domains/accounts/keys/key-pair.ts'
import { secretKeysRepo } from '#server/domains/accounts/keys/keys.repo.ts'
import type { Context } from '#server/http/context.ts'
import { FewAtOnce } from '#server/http/keyed-limiter.ts'
import { atMost } from '#server/http/rate-limits.policy.ts'
import { takeSlots } from '#server/http/rate-limits.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

type Made = Parameters<typeof generateKeyPair>[0]
type NewKey = { mode: 'import'; name: string; public_key: string } | { mode: 'generate'; name: string; algorithm: Made }

function readPublicKey(text: string): PublicKey {
  try {
    return parsePublicKey(text)
  } catch (error) {
    throw refuseField('invalid', 'public_key', (error as Error).message)
  }
}

type KeysQuery = Parameters<ReturnType<typeof secretKeysRepo>['list']>[1] & { algorithm?: PublicKey['algorithm'] }

export async function listKeys({ deps, caller }: Context, { algorithm, ...query }: KeysQuery) {
  const prefix = algorithm && key_prefixes[algorithm]
  return secretKeysRepo(deps.database.kysely).list(caller.user_id, { ...query, prefix })
}

export const findKey = (db: Kysely<DB>, user_id: string, id: string) => secretKeysRepo(db).find(user_id, id)

/** Every key of a user as it stands now: a deleted one is not among them. */
export const keysOf = (db: Kysely<DB>, user_id: string) => secretKeysRepo(db).all(user_id)

/** What identifies a stored public key: `SHA256:…`. */
export const fingerprintOf = (public_key: string): string => parsePublicKey(public_key).fingerprint

export const algorithmOf = (public_key: string): PublicKey['algorithm'] => parsePublicKey(public_key).algorithm

/** The key pair a seed of 32 bytes always gives; for keys of our own. */
export const pairOfSeed = ed25519PairOf

export async function getKey({ deps, caller }: Context, id: string) {
  const row = await findKey(deps.database.kysely, caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** An RSA pair takes a thread of the pool for a second, in which passwords are compared, too: one at a time for everybody. */
const making = pLimit(1)
/** One at a time for a person, so that what was counted before is still true after. */
const of_one_person = new FewAtOnce({ at_once: 1, waiting: 3 })

async function makePair({ deps, caller }: Context, algorithm: Made) {
  if ((await secretKeysRepo(deps.database.kysely).count(caller.user_id)) >= limits.secret_keys_max)
    throw new Refusal('secret_key_limit')
  const message = `每小时最多生成 ${limits.secret_keys_made_per_hour} 把密钥，请稍后再试，或在自己的电脑上生成后导入公钥`
  const policy = atMost(limits.secret_keys_made_per_hour, 3600)
  await takeSlots(deps, [{ key: `make-key:${caller.user_id}`, policy, refusal: 'too_many_requests', message }])
  return algorithm === 'rsa' ? making(() => generateKeyPair('rsa')) : generateKeyPair(algorithm)
}

/** Stores a pasted public key, or makes a pair and hands out its private part this one time. */
export async function createKey(ctx: Context, input: NewKey) {
  if (input.mode === 'import') return storeKey(ctx, input.name, { ...readPublicKey(input.public_key), private_key: null })
  const make = async () => storeKey(ctx, input.name, await makePair(ctx, input.algorithm))
  return of_one_person.run(ctx.caller.user_id, make)
}

async function storeKey(
  { deps, caller, transaction }: Context,
  name: string,
  { private_key, ...key }: PublicKey & { private_key: string | null },
) {
  // Nodes of the version before answer with the column and know two words only; the key itself says what it is.
  const algorithm = key.algorithm === 'ecdsa' ? 'rsa' : key.algorithm
  const row = { id: newId('key'), user_id: caller.user_id, name, ...key, algorithm, created_at: deps.clock.now() }
  return transaction(async (tx) => {
    const repo = secretKeysRepo(tx.db)
    // Two at once must not both be the last one.
    await repo.lockOwner(caller.user_id)
    if ((await repo.count(caller.user_id)) >= limits.secret_keys_max) throw new Refusal('secret_key_limit')
    if (!(await repo.insert(row))) throw refuseField('secret_key_taken', 'public_key')
    return { ...row, private_key }
  })
}

export async function renameKey({ caller, transaction }: Context, id: string, name: string) {
  const row = await transaction((tx) => secretKeysRepo(tx.db).update(caller.user_id, id, { name }))
  if (!row) throw new Refusal('not_found')
  return row
}

export async function removeKey({ caller, transaction }: Context, id: string) {
  await transaction(async (tx) => {
    if (!(await secretKeysRepo(tx.db).remove(caller.user_id, id))) throw new Refusal('not_found')
  })
}
