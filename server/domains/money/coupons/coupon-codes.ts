import { createHash, createHmac } from 'node:crypto'

const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The nth code of a campaign: 80 bits that only the platform's key can make, so that they need not be kept. */
export function computeCouponCode(key: Buffer, campaignId: string, n: number): string {
  const bytes = createHmac('sha256', key).update(`${campaignId}:${n}`).digest()
  const letters = Array.from(bytes.subarray(0, 16), (byte) => codeAlphabet[byte % codeAlphabet.length]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** By this a code is found, however it was typed. */
export const hashCouponCode = (typed: string): string =>
  createHash('sha256')
    .update(typed.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest('base64url')
