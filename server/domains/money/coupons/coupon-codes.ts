import { createHash, createHmac } from 'node:crypto'

const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Computes the nth code of a campaign: 80 bits derived from the platform's key, so that codes need not be stored. */
export function computeCouponCode(key: Buffer, campaignId: string, n: number): string {
  const bytes = createHmac('sha256', key).update(`${campaignId}:${n}`).digest()
  const letters = Array.from(bytes.subarray(0, 16), (byte) => codeAlphabet[byte % codeAlphabet.length]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Hashes a code for lookup, independent of case and separators. */
export const hashCouponCode = (typed: string): string =>
  createHash('sha256')
    .update(typed.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest('base64url')
