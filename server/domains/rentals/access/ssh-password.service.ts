import { randomInt } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { instanceAccessRepo } from '#server/domains/rentals/access/instance-access.repo.ts'
import { sealText, unsealText } from '#server/lib/seal.ts'

const password_length = 16
/** No signs that look alike, none that a shell or a form might take for its own. */
const password_signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

export const newPassword = (): string =>
  Array.from({ length: password_length }, () => password_signs[randomInt(password_signs.length)]).join('')

type Keeping = Pick<Deps, 'clock' | 'keys'>

/** A first password, sealed for its owner to read again until he resets it (docs/decisions/067). To hash it takes a moment. */
export async function firstPassword(
  { clock, keys }: Keeping,
  instance_id: string,
): Promise<{ password: string; row: Insertable<DB['instance_passwords']> }> {
  const password = newPassword()
  const password_cipher = sealText(keys.instance_password, instance_id, password)
  return { password, row: { instance_id, password_hash: await hashPassword(password), password_cipher, set_at: clock.now() } }
}

/** Gives an instance that has never been up a password to log in with, unless it has one. */
export async function ensurePassword(deps: Keeping & Pick<Deps, 'database'>, instance_id: string): Promise<void> {
  const repo = instanceAccessRepo(deps.database.kysely)
  if (!(await repo.findPassword(instance_id))) await repo.insertPassword((await firstPassword(deps, instance_id)).row)
}

export const openPassword = ({ keys }: Pick<Deps, 'keys'>, instance_id: string, cipher: string): string =>
  unsealText(keys.instance_password, instance_id, cipher)
