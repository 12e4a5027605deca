import { formatMicroAsYuan, parseYuanToMicro } from '#contract/money.ts'
import type { AuditFacts } from '#server/domains/operator/facts.ts'

const priceFields = ['hour', 'day', 'week', 'hour_origin', 'day_origin', 'week_origin'] as const
type MicroPrices = Record<`${(typeof priceFields)[number]}_micro`, bigint>

/** Presents a price as the API shows it: yuan per card. */
export const presentProductPrice = (row: MicroPrices) =>
  Object.fromEntries(priceFields.map((unit) => [unit, formatMicroAsYuan(row[`${unit}_micro`])])) as Record<
    (typeof priceFields)[number],
    string
  >

/** Parses a typed or stored price into the ledger's unit. */
export const parseProductPrice = (price: Readonly<Record<string, string>>): MicroPrices =>
  Object.fromEntries(priceFields.map((unit) => [`${unit}_micro`, parseYuanToMicro(price[unit] ?? '')])) as unknown as MicroPrices

/** Returns a price version in the form a change request compares; empty if there is none. */
export const toProductPriceFacts = (row: (MicroPrices & { version: number }) | undefined): AuditFacts =>
  row ? { version: String(row.version), ...presentProductPrice(row) } : { version: '0' }
