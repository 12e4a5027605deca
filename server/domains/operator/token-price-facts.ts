import { microOfYuan } from '#contract/money.ts'
import type { TokenPrice } from '#server/domains/llm/cost.policy.ts'
import { pricesOf } from '#server/domains/llm/models.service.ts'
import type { Facts } from '#server/domains/operator/facts.ts'

/** A price version, or none yet, as a change request compares them. */
export const llmPriceFacts = (row: (TokenPrice & { version: number }) | undefined): Facts =>
  row ? { version: String(row.version), ...pricesOf(row) } : { version: '0' }

/** The same from what was typed or stored, in the books' unit. */
export const tokenPriceOf = (price: Readonly<Record<string, string>>): TokenPrice => ({
  input_micro: microOfYuan(price.input ?? ''),
  cached_micro: microOfYuan(price.cached_input ?? ''),
  output_micro: microOfYuan(price.output ?? ''),
})
