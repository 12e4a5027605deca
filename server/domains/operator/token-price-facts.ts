import { parseYuanToMicro } from '#contract/money.ts'
import type { TokenPrice } from '#server/domains/llm/cost.policy.ts'
import { presentTokenPrice } from '#server/domains/llm/models.service.ts'
import type { AuditFacts } from '#server/domains/operator/facts.ts'

/** Returns a price version in the form a change request compares; empty if there is none. */
export const toTokenPriceFacts = (row: (TokenPrice & { version: number }) | undefined): AuditFacts =>
  row ? { version: String(row.version), ...presentTokenPrice(row) } : { version: '0' }

/** Parses a typed or stored price into the ledger's unit. */
export const parseTokenPrice = (price: Readonly<Record<string, string>>): TokenPrice => ({
  input_micro: parseYuanToMicro(price.input ?? ''),
  cached_micro: parseYuanToMicro(price.cached_input ?? ''),
  output_micro: parseYuanToMicro(price.output ?? ''),
})
