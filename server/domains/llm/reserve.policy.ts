import type { TokenPrice } from '#server/domains/llm/cost.policy.ts'

/** What an upstream may add to a prompt of its own: the words of a template, of tools. */
export const maxTemplateTokens = 512

export interface ReservationInput {
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
