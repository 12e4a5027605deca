import { createHmac, timingSafeEqual } from 'node:crypto'
import { type JWTPayload, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose'

/** Newest first: the newest key signs, all keys verify, so that existing signatures survive a change of the secret. */
export type SigningKeys = readonly [Buffer, ...Buffer[]]

/** Returns the HMAC of a text for each key; the first one is for signing. */
export const computeHmacs = (keys: SigningKeys, text: string): [Buffer, ...Buffer[]] => {
  const by = (key: Buffer) => createHmac('sha256', key).update(text).digest()
  const [newest, ...older] = keys
  return [by(newest), ...older.map(by)]
}

/** Like `computeHmacs`, as URL-safe text. */
export const computeSignatures = (keys: SigningKeys, text: string): [string, ...string[]] => {
  const [newest, ...older] = computeHmacs(keys, text).map((bytes) => bytes.toString('base64url'))
  return [newest!, ...older]
}

/** Compares in constant time. */
export const isTimingSafeMatch = (given: Buffer, expected: readonly Buffer[]): boolean =>
  expected.filter((bytes) => bytes.length === given.length && timingSafeEqual(bytes, given)).length > 0

/** Creates a signer for callers that must not see the keys. */
export const createSigner = (keys: SigningKeys) => ({
  sign: (text: string): string => computeSignatures(keys, text)[0],
  isSigned: (text: string, signature: string): boolean =>
    isTimingSafeMatch(Buffer.from(signature, 'base64url'), computeHmacs(keys, text)),
})

const imported = new WeakMap<Buffer, Promise<CryptoKey>>()

/** Imports a key once: from its bytes, each verification would. */
function importVerifyKey(key: Buffer): Promise<CryptoKey> {
  const known = imported.get(key)
  if (known) return known
  const importing = crypto.subtle.importKey('raw', Buffer.from(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  imported.set(key, importing)
  return importing
}

/** Verifies a token with all keys; if none fits, throws the newest key's error. */
export async function verifyToken<Payload = JWTPayload>(
  token: string,
  [newest, ...older]: SigningKeys,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult<Payload>> {
  try {
    return await jwtVerify<Payload>(token, await importVerifyKey(newest), options)
  } catch (error) {
    for (const key of older) {
      const verified = await jwtVerify<Payload>(token, await importVerifyKey(key), options).catch(() => undefined)
      if (verified) return verified
    }
    throw error
  }
}
