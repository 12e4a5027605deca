import type { Kysely } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/ids.ts'
import { ed25519PairOf, generateKeyPair, type PublicKey, parsePublicKey } from '#server/modules/secret-keys/key-pair.ts'
import { secretKeysRepo } from '#server/modules/secret-keys/secret-keys.repo.ts'
import { Refusal, refuseField } from '#server/refusal.ts'

type NewKey =
  | { mode: 'import'; name: string; public_key: string }
  | { mode: 'generate'; name: string; algorithm: PublicKey['algorithm'] }

function readPublicKey(text: string): PublicKey {
  try {
    return parsePublicKey(text)
  } catch (error) {
    throw refuseField('invalid', 'public_key', (error as Error).message)
  }
}

export async function listKeys({ deps, caller }: Context, query: Parameters<ReturnType<typeof secretKeysRepo>['list']>[1]) {
  return secretKeysRepo(deps.database.kysely).list(caller.user_id, query)
}

export const findKey = (db: Kysely<DB>, user_id: string, id: string) => secretKeysRepo(db).find(user_id, id)

/** Every key of a user as it stands now: a deleted one is not among them. */
export const keysOf = (db: Kysely<DB>, user_id: string) => secretKeysRepo(db).all(user_id)

/** What identifies a stored public key: `SHA256:…`. */
export const fingerprintOf = (public_key: string): string => parsePublicKey(public_key).fingerprint

/** The key pair a seed of 32 bytes always gives; for keys of our own. */
export const pairOfSeed = ed25519PairOf

export async function getKey({ deps, caller }: Context, id: string) {
  const row = await findKey(deps.database.kysely, caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Stores a pasted public key, or makes a pair and hands out its private part this one time. */
export async function createKey({ deps, caller, transaction }: Context, input: NewKey) {
  const made =
    input.mode === 'generate' ? await generateKeyPair(input.algorithm) : { ...readPublicKey(input.public_key), private_key: null }
  const { private_key, ...key } = made
  const row = { id: newId('key'), user_id: caller.user_id, name: input.name, ...key, created_at: deps.clock.now() }
  await transaction(async (trx) => {
    const repo = secretKeysRepo(trx)
    // Two at once must not both be the last one.
    await repo.lockOwner(caller.user_id)
    if ((await repo.count(caller.user_id)) >= limits.secret_keys_max) throw new Refusal('secret_key_limit')
    if (!(await repo.insert(row))) throw refuseField('secret_key_taken', 'public_key')
  })
  return { ...row, private_key }
}

export async function renameKey({ caller, transaction }: Context, id: string, name: string) {
  const row = await transaction((trx) => secretKeysRepo(trx).rename(caller.user_id, id, name))
  if (!row) throw new Refusal('not_found')
  return row
}

export async function removeKey({ caller, transaction }: Context, id: string) {
  await transaction(async (trx) => {
    if (!(await secretKeysRepo(trx).remove(caller.user_id, id))) throw new Refusal('not_found')
  })
}
