import { limits } from './limits.ts'
import { microSecondsPerFen } from './money.ts'

/** Smallest step of an image price: ¥0.01 per hour of a running instance (product §7). */
export const imagePriceStepMicro = 10_000n

/** One period of use of a version and how it was paid: `cash_fen` of `whole_fen` came from the cash balance. */
export interface ImageUse {
  price_micro: bigint
  seconds: bigint
  cash_fen: bigint
  whole_fen: bigint
}

/** Computes the earnings of one period, in micro × seconds, without the share paid by vouchers and coupons. */
export const computeUseEarnings = ({
  price_micro: priceMicro,
  seconds,
  cash_fen: cashFen,
  whole_fen: wholeFen,
}: ImageUse): bigint => (wholeFen > 0n ? (priceMicro * seconds * cashFen) / wholeFen : 0n)

/** Computes the creator's monthly income from one consumer and one version, in whole fen, rounded down once. */
export const computeCreatorIncome = (earned: bigint): bigint =>
  (earned * BigInt(limits.creatorSharePercent)) / (100n * microSecondsPerFen)
