import { createHmac } from 'node:crypto'
import type { Keys } from '#server/keys.ts'
import { sealText, unsealText } from '#server/lib/seal.ts'

const version = 'v1:'

/** Encrypts a part of an identity for one user; only with this user's id can it be opened again. `v1:` names the method. */
export const seal = ({ identity }: Pick<Keys, 'identity'>, user_id: string, text: string): string =>
  version + sealText(identity, user_id, text)

/** What `seal` encrypted. Throws when it was changed, or belongs to another user. */
export function unseal({ identity }: Pick<Keys, 'identity'>, user_id: string, stored: string): string {
  if (!stored.startsWith(version)) throw new Error('identity sealed by an unknown version')
  return unsealText(identity, user_id, stored.slice(version.length))
}

/** The same for the same number and told by it to nobody without the key: one ID, one account. */
export const blindIndex = ({ identity_index }: Pick<Keys, 'identity_index'>, id_number: string): string =>
  createHmac('sha256', identity_index).update(id_number).digest('base64url')
