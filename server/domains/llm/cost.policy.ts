import { picoPerFen } from '#contract/money.ts'

const picoPerMicro = 1_000_000n

export interface TokenPrice {
  input_micro: bigint
  cached_micro: bigint
  output_micro: bigint
}

export interface TokenUse {
  prompt_tokens: number
  /** Part of `prompt_tokens`. */
  cached_tokens: number
  completion_tokens: number
}

/** Returns the cost in pico-yuan: tokens × micro-yuan per million tokens gives whole pico-yuan, so nothing is rounded. */
export const computeTokenCost = (
  price: TokenPrice,
  { prompt_tokens: promptTokens, cached_tokens: cachedTokens, completion_tokens: completionTokens }: TokenUse,
): bigint =>
  BigInt(promptTokens - cachedTokens) * price.input_micro +
  BigInt(cachedTokens) * price.cached_micro +
  BigInt(completionTokens) * price.output_micro

/**
 * Adds a cost to the carry below 1 fen: returns the whole fen to post and the new carry. The order of calls does not change the
 * sum.
 */
export function splitPostableCost(carryPico: bigint, costPico: bigint): { fen: bigint; carry_pico: bigint } {
  const total = carryPico + costPico
  return { fen: total / picoPerFen, carry_pico: total % picoPerFen }
}

/** Formats yuan with six decimals, half up: 12_345_678n → '0.000012'. */
export function formatPicoAsYuan(pico: bigint): string {
  const micro = (pico + picoPerMicro / 2n) / picoPerMicro
  const digits = String(micro).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}
