import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { unsealIdentity } from '#server/domains/accounts/users/identity-vault.ts'
import { realNamesRepo } from '#server/domains/accounts/users/real-names.repo.ts'

/** Returns the masked verified name; null before verification. */
export const findMaskedRealName = async (db: Kysely<DB>, userId: string): Promise<string | null> =>
  (await realNamesRepo(db).find(userId))?.name_masked ?? null

/** Returns the full verified name, for payouts to it. The caller must write a row to the audit log. */
export async function findFullRealName({ keys }: Pick<Deps, 'keys'>, db: Kysely<DB>, userId: string): Promise<string | null> {
  const sealed = await realNamesRepo(db).sealed(userId)
  return sealed ? unsealIdentity(keys, userId, sealed.name_cipher) : null
}
