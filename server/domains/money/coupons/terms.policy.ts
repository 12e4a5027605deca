import type { CouponKind } from '#contract/coupons.ts'
import { formatFenText } from '#contract/money.ts'

/** The terms of a campaign, as stored in its row. */
export interface CouponTerms {
  kind: string
  face_fen: bigint | null
  threshold_fen: bigint | null
  reduction_fen: bigint | null
  percent: number | null
  cap_fen: bigint | null
}

/** Formats ¥50 instead of ¥50.00, as is usual for coupons. */
export const formatShortYuan = (fen: bigint): string => formatFenText(fen).replace(/\.00$|(\.\d)0$/, '$1')

/** 80 → 8 折, 85 → 8.5 折. */
const formatDiscountFold = (percent: number): string => `${(percent / 10).toFixed(1).replace(/\.0$/, '')} 折`

export function formatCouponTerms(terms: CouponTerms): string {
  if (terms.kind === 'voucher') return `${formatShortYuan(terms.face_fen!)} 元`
  const from = terms.threshold_fen! > 0n ? `满 ${formatShortYuan(terms.threshold_fen!)} 元` : '无门槛'
  if (terms.kind === 'reduction') return `${from}减 ${formatShortYuan(terms.reduction_fen!)} 元`
  return `${from} ${formatDiscountFold(terms.percent!)}${terms.cap_fen === null ? '' : `，最多减 ${formatShortYuan(terms.cap_fen)} 元`}`
}

/**
 * Computes the discount on an amount that has reached the threshold, in fen. At least 1 fen is left to pay (docs/decisions/030).
 */
export function computeCouponDiscount(terms: CouponTerms, amountFen: bigint): bigint {
  const percent = BigInt(terms.percent ?? 100)
  const wished = terms.kind === 'reduction' ? terms.reduction_fen! : (amountFen * (100n - percent)) / 100n
  const capped = terms.cap_fen !== null && terms.cap_fen < wished ? terms.cap_fen : wished
  const most = amountFen - 1n
  return capped < most ? capped : most
}

export const isVoucher = (kind: string): boolean => (kind as CouponKind) === 'voucher'
