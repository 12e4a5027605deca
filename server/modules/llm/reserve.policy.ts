import type { TokenPrice } from '#server/modules/llm/cost.policy.ts'

/** What an upstream may add to a prompt of its own: the words of a template, of tools. */
export const template_tokens = 512

export interface Wish {
  /** Of the request as the upstream gets it: no text has more tokens than bytes. */
  bytes: number
  /** The most that may come out; 0 for embeddings. */
  max_output: number
}

export interface Reservation {
  reserved_pico: bigint
  /** The most that may come out, cut down to what can be paid. */
  max_output: number
}

/** The most a call can cost, within what is left; undefined where not even one token of an answer can be paid. */
export function reservationOf(price: TokenPrice, { bytes, max_output }: Wish, left_pico: bigint): Reservation | undefined {
  const prompt_pico = BigInt(bytes + template_tokens) * price.input_micro
  const for_output = left_pico - prompt_pico
  if (for_output < 0n || left_pico <= 0n) return undefined
  if (max_output === 0) return { reserved_pico: prompt_pico, max_output }
  const affordable = price.output_micro === 0n ? BigInt(max_output) : for_output / price.output_micro
  const output = affordable < BigInt(max_output) ? Number(affordable) : max_output
  if (output < 1) return undefined
  return { reserved_pico: prompt_pico + BigInt(output) * price.output_micro, max_output: output }
}
