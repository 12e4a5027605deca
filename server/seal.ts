import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const iv_bytes = 12
const tag_bytes = 16

/** Encrypts bytes for one owner; only with the same key and owner can they be opened again. */
export function sealBytes(key: Buffer, owner: string, bytes: Buffer): Buffer {
  const iv = randomBytes(iv_bytes)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tag_bytes }).setAAD(Buffer.from(owner))
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** What `sealBytes` encrypted. Throws when it was changed, or belongs to another owner. */
export function unsealBytes(key: Buffer, owner: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, iv_bytes), { authTagLength: tag_bytes })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-tag_bytes))
  return Buffer.concat([decipher.update(sealed.subarray(iv_bytes, -tag_bytes)), decipher.final()])
}
