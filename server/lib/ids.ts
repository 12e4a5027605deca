import { type Cipher, createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Returns an id of 80 random bits with a readable prefix: `gpu-k3x…`. Not guessable (product §11). */
export const newId = (prefix: string): string =>
  `${prefix}-${Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join('')}`

/** Kinds of sequentially numbered rows. The kind is part of the opaque id, so rows of different kinds never share an id. */
type RowKind = 'entry' | 'transaction' | 'segment' | 'event' | 'line'

const kindBytes = 8
const knownKinds = new Map<RowKind, Buffer>()
function toKindBytes(kind: RowKind): Buffer {
  const bytes = knownKinds.get(kind) ?? createHash('sha256').update(kind).digest().subarray(0, kindBytes)
  knownKinds.set(kind, bytes)
  return bytes
}

/** Blocks are encrypted each by itself, so one cipher serves all ids of a key; making one costs as much as ten ids. */
const ciphers = new WeakMap<Buffer, Cipher>()
function getCipher(key: Buffer): Cipher {
  const cipher = ciphers.get(key) ?? createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  ciphers.set(key, cipher)
  return cipher
}

/**
 * Returns the public id of a sequentially numbered row. It is stable and does not reveal the number of rows; as one encrypted AES
 * block it can be decoded without being stored.
 */
export function toOpaqueId(key: Buffer, kind: RowKind, id: bigint): string {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(id)
  return getCipher(key)
    .update(Buffer.concat([toKindBytes(kind), number]))
    .toString('hex')
}

/** Returns the row id behind an opaque id; undefined for anything else. */
export function parseOpaqueId(key: Buffer, kind: RowKind, opaque: string): bigint | undefined {
  if (!/^[0-9a-f]{32}$/.test(opaque)) return undefined
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const block = decipher.update(Buffer.from(opaque, 'hex'))
  const id = block.readBigInt64BE(kindBytes)
  return block.subarray(0, kindBytes).equals(toKindBytes(kind)) && id >= 0n ? id : undefined
}

/** Returns a URL-safe token of 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns what is stored of a one-time ticket. */
export const hashTicket = (ticket: string): string => createHash('sha256').update(ticket).digest('base64')

/** Returns a code of six characters that are easy to read aloud. */
export const newInviteCode = (): string =>
  Array.from({ length: 6 }, () => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[randomInt(32)]).join('')

/** Returns a recovery code of 80 random bits, without dashes. */
export const newRecoveryCode = (): string => Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')

export const newCaptchaCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')
