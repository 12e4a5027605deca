import { createHmac } from 'node:crypto'
import type { Keys } from '#server/keys.ts'
import { sealText, unsealText } from '#server/lib/seal.ts'

const version = 'v1:'

/** Encrypts part of an identity for one user; decryption needs the same user id. `v1:` names the method. */
export const sealIdentity = ({ identity }: Pick<Keys, 'identity'>, userId: string, text: string): string =>
  version + sealText(identity, userId, text)

/** Decrypts the output of `sealIdentity`. Throws if it was changed or belongs to another user. */
export function unsealIdentity({ identity }: Pick<Keys, 'identity'>, userId: string, stored: string): string {
  if (!stored.startsWith(version)) throw new Error('identity sealed by an unknown version')
  return unsealText(identity, userId, stored.slice(version.length))
}

/** Computes an index that is equal for equal numbers and reveals nothing without the key; ensures one ID per account. */
export const computeBlindIndex = ({ identity_index: identityIndex }: Pick<Keys, 'identity_index'>, idNumber: string): string =>
  createHmac('sha256', identityIndex).update(idNumber).digest('base64url')
