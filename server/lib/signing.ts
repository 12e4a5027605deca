import { createHmac, timingSafeEqual } from 'node:crypto'
import { type JWTPayload, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose'

/** Newest first: that one signs, all verify, so that nothing that was signed dies when the secret changes. */
export type SigningKeys = readonly [Buffer, ...Buffer[]]

/** The authentic form of a text by each key; the first is the one to write down. */
export const computeHmacs = (keys: SigningKeys, text: string): [Buffer, ...Buffer[]] => {
  const by = (key: Buffer) => createHmac('sha256', key).update(text).digest()
  const [newest, ...older] = keys
  return [by(newest), ...older.map(by)]
}

/** As `computeHmacs`, as text that may stand in an address. */
export const computeSignatures = (keys: SigningKeys, text: string): [string, ...string[]] => {
  const [newest, ...older] = computeHmacs(keys, text).map((bytes) => bytes.toString('base64url'))
  return [newest!, ...older]
}

/** Compares in a time that tells nothing. */
export const isTimingSafeMatch = (given: Buffer, expected: readonly Buffer[]): boolean =>
  expected.filter((bytes) => bytes.length === given.length && timingSafeEqual(bytes, given)).length > 0

/** Signing, for who is to know no keys. */
export const createSigner = (keys: SigningKeys) => ({
  sign: (text: string): string => computeSignatures(keys, text)[0],
  isSigned: (text: string, signature: string): boolean =>
    isTimingSafeMatch(Buffer.from(signature, 'base64url'), computeHmacs(keys, text)),
})

/** Throws what the newest key said when no key verifies the token. */
export async function verifyToken<Payload = JWTPayload>(
  token: string,
  [newest, ...older]: SigningKeys,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult<Payload>> {
  try {
    return await jwtVerify<Payload>(token, newest, options)
  } catch (error) {
    for (const key of older) {
      const verified = await jwtVerify<Payload>(token, key, options).catch(() => undefined)
      if (verified) return verified
    }
    throw error
  }
}
