import { createHmac } from 'node:crypto'
import type { Keys } from '#server/keys.ts'
import { sealBytes, unsealBytes } from '#server/seal.ts'

const version = 'v1'

/** Encrypts a part of an identity for one user; only with this user's id can it be opened again. `v1:` names key and method. */
export const seal = ({ identity }: Pick<Keys, 'identity'>, user_id: string, text: string): string =>
  `${version}:${sealBytes(identity, user_id, Buffer.from(text)).toString('base64')}`

/** What `seal` encrypted. Throws when it was changed, or belongs to another user. */
export function unseal({ identity }: Pick<Keys, 'identity'>, user_id: string, stored: string): string {
  const [prefix, body = ''] = stored.split(':')
  if (prefix !== version) throw new Error('identity sealed by an unknown version')
  return unsealBytes(identity, user_id, Buffer.from(body, 'base64')).toString('utf8')
}

/** The same for the same number and told by it to nobody without the key: one ID, one account. */
export const blindIndex = ({ identity_index }: Pick<Keys, 'identity_index'>, id_number: string): string =>
  createHmac('sha256', identity_index).update(id_number).digest('base64url')
