import { formatMicroAsYuan, parseYuanToMicro } from '#contract/money.ts'
import type { AuditFacts } from '#server/domains/operator/facts.ts'

const priceFields = ['hour', 'day', 'week', 'hour_origin', 'day_origin', 'week_origin'] as const
type MicroPrices = Record<`${(typeof priceFields)[number]}_micro`, bigint>

/** A price as the wire has it: yuan per card. */
export const presentProductPrice = (row: MicroPrices) =>
  Object.fromEntries(priceFields.map((unit) => [unit, formatMicroAsYuan(row[`${unit}_micro`])])) as Record<
    (typeof priceFields)[number],
    string
  >

/** The same from what was typed or stored, in the books' unit. */
export const parseProductPrice = (price: Readonly<Record<string, string>>): MicroPrices =>
  Object.fromEntries(priceFields.map((unit) => [`${unit}_micro`, parseYuanToMicro(price[unit] ?? '')])) as unknown as MicroPrices

/** A price version, or none yet, as a change request compares them. */
export const toProductPriceFacts = (row: (MicroPrices & { version: number }) | undefined): AuditFacts =>
  row ? { version: String(row.version), ...presentProductPrice(row) } : { version: '0' }
