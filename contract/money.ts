/** Money as integers. fen = 1/100 yuan; micro = 1e-6 yuan, the unit of hourly prices. Amounts never use floating point. */

import { groupThousands } from './group-thousands.ts'
import { limits } from './limits.ts'

export const microPerFen = 10_000n
/** pico = 1e-12 yuan, the exact unit of token costs. */
export const picoPerFen = 10_000_000_000n
const secondsPerHour = 3_600n
/** Divisor that converts price (micro/h) × seconds to fen. */
export const microSecondsPerFen = microPerFen * secondsPerHour

export const sumAmounts = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, amount) => total + amount, 0n)

/** 269_04n → '269.04' */
export function formatFenAsYuan(fen: bigint): string {
  const digits = String(fen < 0n ? -fen : fen).padStart(3, '0')
  return `${fen < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** 2_280_000n → '2.28'; 15_000n → '0.015': two decimal places, more only if needed. */
export function formatMicroAsYuan(micro: bigint): string {
  const digits = String(micro < 0n ? -micro : micro).padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${micro < 0n ? '-' : ''}${digits.slice(0, -6)}.${fraction}`
}

/** 123_456_78n → '123,456.78', for sentences. */
export const formatFenText = (fen: bigint): string => groupThousands(formatFenAsYuan(fen))
/** 1_234_500_000n → '1,234.50', for sentences. */
export const formatMicroText = (micro: bigint): string => groupThousands(formatMicroAsYuan(micro))

/** '12.5' → 1250n. Accepts the format of `AmountInput`. */
export function parseYuanToFen(yuan: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(yuan)
  if (!match) throw new RangeError(`not an amount of yuan: ${yuan}`)
  const fen = BigInt(match[2]!) * 100n + BigInt((match[3] ?? '').padEnd(2, '0'))
  return match[1] ? -fen : fen
}

/** '2.2805' → 2_280_500n: a unit price with at most six decimal places. */
export function parseYuanToMicro(yuan: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,6}))?$/.exec(yuan)
  if (!match) throw new RangeError(`not a price in yuan: ${yuan}`)
  return BigInt(match[1]!) * 1_000_000n + BigInt((match[2] ?? '').padEnd(6, '0'))
}

/**
 * Computes the cost of a run after `seconds` in whole fen, by the cumulative floor rule (product §5). `carry` is the remainder
 * below 1 fen of earlier runs.
 */
export const computeRunCharge = (priceMicro: bigint, seconds: bigint, carry = 0n): bigint =>
  (priceMicro * seconds + carry) / microSecondsPerFen

/** Computes the remainder below 1 fen that is carried into the next run of the same instance. */
export const computeCarry = (priceMicro: bigint, seconds: bigint, carry = 0n): bigint =>
  (priceMicro * seconds + carry) % microSecondsPerFen

/** Rounds a price in micro up to whole fen, for amounts that are paid immediately. */
export const roundMicroUpToFen = (micro: bigint): bigint => (micro + microPerFen - 1n) / microPerFen

const lateFeePermillePerDay = BigInt(limits.lateFeePercentPerDay * 10)
/** Computes the late fee in whole fen from the debt summed over its full days (requirements §9). */
export const computeLateFee = (principalDaysFen: bigint): bigint => (principalDaysFen * lateFeePermillePerDay) / 1000n
