import { picoPerFen } from '#contract/money.ts'

const picoPerMicro = 1_000_000n

export interface TokenPrice {
  input_micro: bigint
  cached_micro: bigint
  output_micro: bigint
}

export interface TokenUse {
  prompt_tokens: number
  /** Among the prompt's. */
  cached_tokens: number
  completion_tokens: number
}

/** In pico-yuan: tokens × micro-yuan per million tokens is just that, so that no token is rounded. */
export const computeTokenCost = (
  price: TokenPrice,
  { prompt_tokens: promptTokens, cached_tokens: cachedTokens, completion_tokens: completionTokens }: TokenUse,
): bigint =>
  BigInt(promptTokens - cachedTokens) * price.input_micro +
  BigInt(cachedTokens) * price.cached_micro +
  BigInt(completionTokens) * price.output_micro

/** Adds a cost to what lies below 1 fen: whole fen to post now, and what is kept. Any order of calls posts the same sum. */
export function splitPostableCost(carryPico: bigint, costPico: bigint): { fen: bigint; carry_pico: bigint } {
  const total = carryPico + costPico
  return { fen: total / picoPerFen, carry_pico: total % picoPerFen }
}

/** 12_345_678n → '0.000012': yuan with six places, halves rounded up. */
export function formatPicoAsYuan(pico: bigint): string {
  const micro = (pico + picoPerMicro / 2n) / picoPerMicro
  const digits = String(micro).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}
