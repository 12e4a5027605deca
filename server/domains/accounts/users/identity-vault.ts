import { createHmac } from 'node:crypto'
import type { Keys } from '#server/keys.ts'
import { sealText, unsealText } from '#server/lib/seal.ts'

const version = 'v1:'

/** Encrypts a part of an identity for one user; only with this user's id can it be opened again. `v1:` names the method. */
export const sealIdentity = ({ identity }: Pick<Keys, 'identity'>, userId: string, text: string): string =>
  version + sealText(identity, userId, text)

/** What `seal` encrypted. Throws when it was changed, or belongs to another user. */
export function unsealIdentity({ identity }: Pick<Keys, 'identity'>, userId: string, stored: string): string {
  if (!stored.startsWith(version)) throw new Error('identity sealed by an unknown version')
  return unsealText(identity, userId, stored.slice(version.length))
}

/** The same for the same number and told by it to nobody without the key: one ID, one account. */
export const computeBlindIndex = ({ identity_index: identityIndex }: Pick<Keys, 'identity_index'>, idNumber: string): string =>
  createHmac('sha256', identityIndex).update(idNumber).digest('base64url')
