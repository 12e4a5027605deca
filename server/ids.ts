import { randomBytes, randomInt } from 'node:crypto'

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 80 random bits behind a readable prefix: `gpu-k3x…`. Not guessable (product §11). */
export const newId = (prefix: string): string =>
  `${prefix}-${Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join('')}`

/** 256 random bits, URL-safe. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Six characters a person can read aloud. */
export const newInviteCode = (): string =>
  Array.from({ length: 6 }, () => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[randomInt(32)]).join('')

export const newCaptchaCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')
