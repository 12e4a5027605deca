import type { CouponKind } from '#contract/coupons.ts'
import { yuanOfFen } from '#contract/money.ts'

/** What a campaign gives, as its row has it. */
export interface Terms {
  kind: string
  face_fen: bigint | null
  threshold_fen: bigint | null
  reduction_fen: bigint | null
  percent: number | null
  cap_fen: bigint | null
}

/** ¥50 and not ¥50.00: as people speak of coupons. */
export const yuanWords = (fen: bigint): string => yuanOfFen(fen).replace(/\.00$|(\.\d)0$/, '$1')

/** 80 → 8 折, 85 → 8.5 折. */
const foldWords = (percent: number): string => `${(percent / 10).toFixed(1).replace(/\.0$/, '')} 折`

export function termsWords(terms: Terms): string {
  if (terms.kind === 'voucher') return `${yuanWords(terms.face_fen!)} 元`
  const from = terms.threshold_fen! > 0n ? `满 ${yuanWords(terms.threshold_fen!)} 元` : '无门槛'
  if (terms.kind === 'reduction') return `${from}减 ${yuanWords(terms.reduction_fen!)} 元`
  return `${from} ${foldWords(terms.percent!)}${terms.cap_fen === null ? '' : `，最多减 ${yuanWords(terms.cap_fen)} 元`}`
}

/** What a coupon takes off an amount that has reached its threshold, in fen. At least 1 fen is left to pay (docs/decisions/030). */
export function discountOf(terms: Terms, amount_fen: bigint): bigint {
  const percent = BigInt(terms.percent ?? 100)
  const wished = terms.kind === 'reduction' ? terms.reduction_fen! : (amount_fen * (100n - percent)) / 100n
  const capped = terms.cap_fen !== null && terms.cap_fen < wished ? terms.cap_fen : wished
  const most = amount_fen - 1n
  return capped < most ? capped : most
}

export const isVoucher = (kind: string): boolean => (kind as CouponKind) === 'voucher'
