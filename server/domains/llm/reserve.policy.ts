import type { TokenPrice } from '#server/domains/llm/cost.policy.ts'

/** Upper bound of the tokens that an upstream adds to a prompt by itself (chat template, tools). */
export const maxTemplateTokens = 512

export interface ReservationInput {
  /** Size of the request without its images; a text never has more tokens than bytes. */
  bytes: number
  /** Upper bound of the image tokens. */
  image_tokens: number
  /** Number of requested answers. */
  choices: number
  /** Maximum output tokens of each answer; 0 for embeddings. */
  max_output: number
}

export interface Reservation {
  reserved_pico: bigint
  /** Maximum output tokens of each choice, reduced to what the caller can pay. */
  max_output: number
}

/** Computes the maximum cost of a call within the remaining funds; undefined if they do not cover one output token. */
export function computeReservation(
  price: TokenPrice,
  { bytes, image_tokens: imageTokens, choices, max_output: maxOutput }: ReservationInput,
  leftPico: bigint,
): Reservation | undefined {
  const promptPico = BigInt(bytes + imageTokens + maxTemplateTokens) * price.input_micro
  const forOutput = leftPico - promptPico
  if (forOutput < 0n || leftPico <= 0n) return undefined
  if (maxOutput === 0) return { reserved_pico: promptPico, max_output: maxOutput }
  const eachMicro = price.output_micro * BigInt(choices)
  const affordable = eachMicro === 0n ? BigInt(maxOutput) : forOutput / eachMicro
  const output = affordable < BigInt(maxOutput) ? Number(affordable) : maxOutput
  if (output < 1) return undefined
  return { reserved_pico: promptPico + BigInt(output) * eachMicro, max_output: output }
}
