import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** An encryption key and the name stored with its values; null if they carry no name. */
export interface SealingKey {
  name: string | null
  key: Buffer
}
/** Newest first: the newest key encrypts, all keys decrypt. */
export type SealingKeys = readonly [SealingKey, ...SealingKey[]]

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Returns the prefix of an encrypted value: `k1a2b3c4d:`. Base64 has no colon, and encrypted bytes never start so by chance. */
export const toKeyMark = ({ name }: Pick<SealingKey, 'name'>): string => (name === null ? '' : `k${name}:`)
const markChars = 'k01234567:'.length

function encrypt(key: Buffer, owner: string, bytes: Buffer): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(owner))
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, owner: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
}

/** Decrypts with the key named by the value; a value without a name is tried with every key. */
function openSealed(keys: SealingKeys, mark: string, owner: string, whole: Buffer, marked: Buffer): Buffer {
  const named = keys.find((key) => key.name !== null && toKeyMark(key) === mark)
  if (named) return decrypt(named.key, owner, marked)
  for (const { key } of keys) {
    try {
      return decrypt(key, owner, whole)
    } catch {}
  }
  throw new Error('sealed by a key that is not configured, for another owner, or changed')
}

/** Encrypts bytes for one owner; decryption needs one of the keys and the same owner. */
export const sealBytes = ([newest]: SealingKeys, owner: string, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(toKeyMark(newest)), encrypt(newest.key, owner, bytes)])

/** Decrypts the output of `sealBytes`. Throws if it was modified or belongs to another owner. */
export const unsealBytes = (keys: SealingKeys, owner: string, sealed: Buffer): Buffer =>
  openSealed(keys, sealed.subarray(0, markChars).toString('latin1'), owner, sealed, sealed.subarray(markChars))

/** Like `sealBytes`, for text. */
export const sealText = ([newest]: SealingKeys, owner: string, text: string): string =>
  toKeyMark(newest) + encrypt(newest.key, owner, Buffer.from(text)).toString('base64')

/** Decrypts the output of `sealText`. Throws if it was modified or belongs to another owner. */
export const unsealText = (keys: SealingKeys, owner: string, sealed: string): string =>
  openSealed(
    keys,
    sealed.slice(0, markChars),
    owner,
    Buffer.from(sealed, 'base64'),
    Buffer.from(sealed.slice(markChars), 'base64'),
  ).toString('utf8')
