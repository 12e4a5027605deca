import { randomInt } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { instanceAccessRepo } from '#server/domains/rentals/access/instance-access.repo.ts'
import { sealText, unsealText } from '#server/lib/seal.ts'

const passwordLength = 16
/** No look-alike characters, and none that a shell or a form could interpret. */
const passwordAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

export const createSshPassword = (): string =>
  Array.from({ length: passwordLength }, () => passwordAlphabet[randomInt(passwordAlphabet.length)]).join('')

type SealingDeps = Pick<Deps, 'clock' | 'keys'>

/** Creates a first password, encrypted so that its owner can read it until the reset (docs/decisions/067). Hashing is slow. */
export async function createFirstSshPassword(
  { clock, keys }: SealingDeps,
  instanceId: string,
): Promise<{ password: string; row: Insertable<DB['instance_passwords']> }> {
  const password = createSshPassword()
  const passwordCipher = sealText(keys.instance_password, instanceId, password)
  return {
    password,
    row: {
      instance_id: instanceId,
      password_hash: await hashPassword(password),
      password_cipher: passwordCipher,
      set_at: clock.now(),
    },
  }
}

/** Creates a login password for an instance that has none, unless somebody has just done so. */
export async function addSshPassword(deps: SealingDeps & Pick<Deps, 'database'>, instanceId: string): Promise<void> {
  const { row } = await createFirstSshPassword(deps, instanceId)
  await instanceAccessRepo(deps.database.kysely).insertPassword(row)
}

export const unsealSshPassword = ({ keys }: Pick<Deps, 'keys'>, instanceId: string, cipher: string): string =>
  unsealText(keys.instance_password, instanceId, cipher)
