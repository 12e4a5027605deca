import { pico_per_fen } from '#contract/money.ts'

const pico_per_micro = 1_000_000n

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
export const costOf = (price: TokenPrice, { prompt_tokens, cached_tokens, completion_tokens }: TokenUse): bigint =>
  BigInt(prompt_tokens - cached_tokens) * price.input_micro +
  BigInt(cached_tokens) * price.cached_micro +
  BigInt(completion_tokens) * price.output_micro

/** Adds a cost to what lies below 1 fen: whole fen to post now, and what is kept. Any order of calls posts the same sum. */
export function postable(carry_pico: bigint, cost_pico: bigint): { fen: bigint; carry_pico: bigint } {
  const total = carry_pico + cost_pico
  return { fen: total / pico_per_fen, carry_pico: total % pico_per_fen }
}

/** 12_345_678n → '0.000012': yuan with six places, halves rounded up. */
export function yuanOfPico(pico: bigint): string {
  const micro = (pico + pico_per_micro / 2n) / pico_per_micro
  const digits = String(micro).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}
