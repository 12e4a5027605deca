import { Secret, TOTP } from 'otpauth'

/** A code of the step before or after is accepted as well: clocks of phones are a little off. */
const window = 1
const algorithm = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Returns a new secret of 160 bits in base32, as authenticator apps take it. */
export const createTotpSecret = (): string => new Secret({ size: 20 }).base32

/** Returns the address that an authenticator app scans. */
export const buildTotpUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ ...algorithm, issuer, label, secret }).toString()

/** Returns the time step that a code belongs to; undefined if it is wrong now. */
export function findTotpStep(secret: string, code: string, now: Date): bigint | undefined {
  const totp = new TOTP({ ...algorithm, secret })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window })
  return delta === null ? undefined : BigInt(totp.counter({ timestamp }) + delta)
}
