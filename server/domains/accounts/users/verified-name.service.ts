import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { unseal } from '#server/domains/accounts/users/identity-vault.ts'
import { realNamesRepo } from '#server/domains/accounts/users/real-names.repo.ts'

/** The verified name, masked; null before verification. */
export const maskedHolder = async (db: Kysely<DB>, user_id: string): Promise<string | null> =>
  (await realNamesRepo(db).find(user_id))?.name_masked ?? null

/** The verified name in full, for whoever must pay out to it. Whoever calls this leaves a row in the audit log. */
export async function holderInFull({ keys }: Pick<Deps, 'keys'>, db: Kysely<DB>, user_id: string): Promise<string | null> {
  const sealed = await realNamesRepo(db).sealed(user_id)
  return sealed ? unseal(keys, user_id, sealed.name_cipher) : null
}
