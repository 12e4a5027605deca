import { limits } from './limits.ts'
import { micro_seconds_per_fen } from './money.ts'

/** One step of a price: ¥0.01 per hour of a running instance (product §7). */
export const image_price_step_micro = 10_000n

/** What somebody used of a version, and how that stretch was paid: `cash_fen` of `whole_fen` came from the balance. */
export interface ImageUse {
  price_micro: bigint
  seconds: bigint
  cash_fen: bigint
  whole_fen: bigint
}

/** Earned by one stretch, in micro × seconds: the share that vouchers and coupons paid is left out. */
export const earnedBy = ({ price_micro, seconds, cash_fen, whole_fen }: ImageUse): bigint =>
  whole_fen > 0n ? (price_micro * seconds * cash_fen) / whole_fen : 0n

/** The creator's share of what was earned from one consumer with one version in one month, in whole fen: rounded down once. */
export const incomeFen = (earned: bigint): bigint =>
  (earned * BigInt(limits.creator_share_percent)) / (100n * micro_seconds_per_fen)
