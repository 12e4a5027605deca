import { z } from 'zod'
import { TokenCounter } from '#contract/llm-tokens.ts'
import type { TokenUse } from '#server/domains/llm/cost.policy.ts'

const Tokens = z.number().int().min(0).max(2_147_483_647)
const Usage = z.object({
  prompt_tokens: Tokens,
  completion_tokens: Tokens.optional(),
  prompt_tokens_details: z.object({ cached_tokens: Tokens.nullish() }).nullish(),
})

/** Parses the upstream's token counts; undefined if it sent none. */
function parseTokenUse(value: unknown): TokenUse | undefined {
  const { success, data } = Usage.safeParse(value)
  if (!success) return undefined
  const {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens = 0,
    prompt_tokens_details: promptTokensDetails,
  } = data
  const cachedTokens = Math.min(promptTokensDetails?.cached_tokens ?? 0, promptTokens)
  return { prompt_tokens: promptTokens, cached_tokens: cachedTokens, completion_tokens: completionTokens }
}

const optionalText = z.string().nullish()
const AnswerMessage = z.object({
  content: optionalText,
  reasoning_content: optionalText,
  reasoning: optionalText,
  refusal: optionalText,
  tool_calls: z.array(z.object({ function: z.object({ name: optionalText, arguments: optionalText }).nullish() })).nullish(),
})
const Choices = z.array(z.object({ delta: AnswerMessage.optional(), message: AnswerMessage.optional() }))

/** Joins everything the model said in the choices of an answer or of a stream event. */
export function extractAnswerText(choices: unknown): string {
  const { success, data } = Choices.safeParse(choices)
  if (!success) return ''
  return data
    .map(({ delta, message }) => {
      const { content, reasoning_content: reasoningContent, reasoning, refusal, tool_calls: toolCalls } = delta ?? message ?? {}
      const tools = toolCalls?.map(({ function: called }) => `${called?.name ?? ''}${called?.arguments ?? ''}`).join('')
      return [content, reasoningContent ?? reasoning, refusal, tools].join('')
    })
    .join('')
}

/**
 * Counts the tokens of one call. Uses the upstream's counts if it sent any; otherwise counts what was delivered by the documented
 * rule (contract/llm-tokens.ts), and nothing if nothing was delivered.
 */
export class TokenMeter {
  readonly #promptTokens: () => number
  readonly #said = new TokenCounter()
  #own: TokenUse | undefined
  #begun = false

  /** `promptTokens` counts the request by the documented rule; it is called only if needed. */
  constructor(promptTokens: () => number) {
    this.#promptTokens = memoize(promptTokens)
  }

  /** Adds a part of an answer: its text, and its usage if present. */
  add(text: string, usage: unknown): void {
    this.#begun = true
    this.#said.add(text)
    this.#own = parseTokenUse(usage) ?? this.#own
  }

  get use(): TokenUse {
    return this.#own ?? this.#delivered
  }
  get estimated(): boolean {
    return this.#own === undefined && this.#begun
  }
  get #delivered(): TokenUse {
    const promptTokens = this.#begun ? this.#promptTokens() : 0
    return { prompt_tokens: promptTokens, cached_tokens: 0, completion_tokens: this.#said.total }
  }
}

function memoize(count: () => number): () => number {
  let known: number | undefined
  return () => (known ??= count())
}
