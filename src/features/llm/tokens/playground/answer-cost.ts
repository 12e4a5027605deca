import type { LlmModel } from '#contract/llm-models.ts'
import { microOfYuan, yuanOfMicro } from '#contract/money.ts'
import type { ChatUsage } from '#src/api/chat-stream.ts'

const tokens_of_a_price = 1_000_000n

/** What one answer costs, in yuan to six places; what is below that is left out. */
export function costOf(usage: ChatUsage, { input, cached_input, output }: LlmModel['price']): string {
  const cached = BigInt(usage.prompt_tokens_details?.cached_tokens ?? 0)
  const fresh = BigInt(usage.prompt_tokens) - cached
  const parts =
    fresh * microOfYuan(input) + cached * microOfYuan(cached_input) + BigInt(usage.completion_tokens) * microOfYuan(output)
  return yuanOfMicro(parts / tokens_of_a_price)
}
