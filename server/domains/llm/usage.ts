import { z } from 'zod'
import { TokenCount } from '#contract/llm-tokens.ts'
import type { TokenUse } from '#server/domains/llm/cost.policy.ts'

const Tokens = z.number().int().min(0).max(2_147_483_647)
const Usage = z.object({
  prompt_tokens: Tokens,
  completion_tokens: Tokens.optional(),
  prompt_tokens_details: z.object({ cached_tokens: Tokens.nullish() }).nullish(),
})

/** The upstream's own count, where it gave one. */
function usageOf(value: unknown): TokenUse | undefined {
  const { success, data } = Usage.safeParse(value)
  if (!success) return undefined
  const { prompt_tokens, completion_tokens = 0, prompt_tokens_details } = data
  const cached_tokens = Math.min(prompt_tokens_details?.cached_tokens ?? 0, prompt_tokens)
  return { prompt_tokens, cached_tokens, completion_tokens }
}

const said = z.string().nullish()
const Said = z.object({
  content: said,
  reasoning_content: said,
  reasoning: said,
  refusal: said,
  tool_calls: z.array(z.object({ function: z.object({ name: said, arguments: said }).nullish() })).nullish(),
})
const Choices = z.array(z.object({ delta: Said.optional(), message: Said.optional() }))

/** All that a model said in the choices of an answer, or of an event of one. */
export function saidIn(choices: unknown): string {
  const { success, data } = Choices.safeParse(choices)
  if (!success) return ''
  return data
    .map(({ delta, message }) => {
      const { content, reasoning_content, reasoning, refusal, tool_calls } = delta ?? message ?? {}
      const tools = tool_calls?.map(({ function: called }) => `${called?.name ?? ''}${called?.arguments ?? ''}`).join('')
      return [content, reasoning_content ?? reasoning, refusal, tools].join('')
    })
    .join('')
}

/**
 * Counts one call. The upstream's own count is taken wherever it gave one; without it, what was delivered is counted by the
 * stated rule (contract/llm-tokens.ts), and nothing where nothing was.
 */
export class Meter {
  readonly #promptTokens: () => number
  readonly #said = new TokenCount()
  #own: TokenUse | undefined
  #begun = false

  /** `prompt_tokens` counts the request by the stated rule; it is asked when that is needed. */
  constructor(prompt_tokens: () => number) {
    this.#promptTokens = once(prompt_tokens)
  }

  /** Something of an answer came: its text, and its count if it has one. */
  add(text: string, usage: unknown): void {
    this.#begun = true
    this.#said.add(text)
    this.#own = usageOf(usage) ?? this.#own
  }

  get use(): TokenUse {
    return this.#own ?? this.#delivered
  }
  get estimated(): boolean {
    return this.#own === undefined && this.#begun
  }
  get #delivered(): TokenUse {
    const prompt_tokens = this.#begun ? this.#promptTokens() : 0
    return { prompt_tokens, cached_tokens: 0, completion_tokens: this.#said.total }
  }
}

function once(count: () => number): () => number {
  let known: number | undefined
  return () => (known ??= count())
}
