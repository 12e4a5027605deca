import { parseYuanToMicro } from '#contract/money.ts'
import type { TokenPrice } from '#server/domains/llm/cost.policy.ts'
import { presentTokenPrice } from '#server/domains/llm/models.service.ts'
import type { AuditFacts } from '#server/domains/operator/facts.ts'

/** A price version, or none yet, as a change request compares them. */
export const toTokenPriceFacts = (row: (TokenPrice & { version: number }) | undefined): AuditFacts =>
  row ? { version: String(row.version), ...presentTokenPrice(row) } : { version: '0' }

/** The same from what was typed or stored, in the books' unit. */
export const parseTokenPrice = (price: Readonly<Record<string, string>>): TokenPrice => ({
  input_micro: parseYuanToMicro(price.input ?? ''),
  cached_micro: parseYuanToMicro(price.cached_input ?? ''),
  output_micro: parseYuanToMicro(price.output ?? ''),
})
