import type { LlmModel } from '#contract/llm-models.ts'
import { formatMicroAsYuan, parseYuanToMicro } from '#contract/money.ts'
import type { ChatUsage } from '#src/api/chat-stream.ts'

const tokensOfAPrice = 1_000_000n

/** Computes the cost of one answer in yuan, truncated to six decimal places. */
export function computeAnswerCost(usage: ChatUsage, { input, cached_input: cachedInput, output }: LlmModel['price']): string {
  const cached = BigInt(usage.prompt_tokens_details?.cached_tokens ?? 0)
  const fresh = BigInt(usage.prompt_tokens) - cached
  const parts =
    fresh * parseYuanToMicro(input) +
    cached * parseYuanToMicro(cachedInput) +
    BigInt(usage.completion_tokens) * parseYuanToMicro(output)
  return formatMicroAsYuan(parts / tokensOfAPrice)
}
