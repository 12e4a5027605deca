import type { TokenPrice } from '#server/domains/llm/cost.policy.ts'

/** What an upstream may add to a prompt of its own: the words of a template, of tools. */
export const template_tokens = 512

export interface Wish {
  /** Of the request without its images: no text has more tokens than bytes. */
  bytes: number
  /** The most that its images may come to, in tokens. */
  image_tokens: number
  /** How many answers are asked for. */
  choices: number
  /** The most that may come out of each; 0 for embeddings. */
  max_output: number
}

export interface Reservation {
  reserved_pico: bigint
  /** The most that may come out of each choice, cut down to what can be paid. */
  max_output: number
}

/** The most a call can cost, within what is left; undefined where not even one token of an answer can be paid. */
export function reservationOf(
  price: TokenPrice,
  { bytes, image_tokens, choices, max_output }: Wish,
  left_pico: bigint,
): Reservation | undefined {
  const prompt_pico = BigInt(bytes + image_tokens + template_tokens) * price.input_micro
  const for_output = left_pico - prompt_pico
  if (for_output < 0n || left_pico <= 0n) return undefined
  if (max_output === 0) return { reserved_pico: prompt_pico, max_output }
  const each_micro = price.output_micro * BigInt(choices)
  const affordable = each_micro === 0n ? BigInt(max_output) : for_output / each_micro
  const output = affordable < BigInt(max_output) ? Number(affordable) : max_output
  if (output < 1) return undefined
  return { reserved_pico: prompt_pico + BigInt(output) * each_micro, max_output: output }
}
