import { limits } from './limits.ts'
import { microSecondsPerFen } from './money.ts'

/** One step of a price: ¥0.01 per hour of a running instance (product §7). */
export const imagePriceStepMicro = 10_000n

/** What somebody used of a version, and how that stretch was paid: `cash_fen` of `whole_fen` came from the balance. */
export interface ImageUse {
  price_micro: bigint
  seconds: bigint
  cash_fen: bigint
  whole_fen: bigint
}

/** Earned by one stretch, in micro × seconds: the share that vouchers and coupons paid is left out. */
export const computeUseEarnings = ({
  price_micro: priceMicro,
  seconds,
  cash_fen: cashFen,
  whole_fen: wholeFen,
}: ImageUse): bigint => (wholeFen > 0n ? (priceMicro * seconds * cashFen) / wholeFen : 0n)

/** The creator's share of what was earned from one consumer with one version in one month, in whole fen: rounded down once. */
export const computeCreatorIncome = (earned: bigint): bigint =>
  (earned * BigInt(limits.creatorSharePercent)) / (100n * microSecondsPerFen)
