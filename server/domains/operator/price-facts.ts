import { microOfYuan, yuanOfMicro } from '#contract/money.ts'
import type { Facts } from '#server/domains/operator/facts.ts'

const units = ['hour', 'day', 'week', 'hour_origin', 'day_origin', 'week_origin'] as const
type Micro = Record<`${(typeof units)[number]}_micro`, bigint>

/** A price as the wire has it: yuan per card. */
export const priceOf = (row: Micro) =>
  Object.fromEntries(units.map((unit) => [unit, yuanOfMicro(row[`${unit}_micro`])])) as Record<(typeof units)[number], string>

/** The same from what was typed or stored, in the books' unit. */
export const microOf = (price: Readonly<Record<string, string>>): Micro =>
  Object.fromEntries(units.map((unit) => [`${unit}_micro`, microOfYuan(price[unit] ?? '')])) as unknown as Micro

/** A price version, or none yet, as a change request compares them. */
export const priceFacts = (row: (Micro & { version: number }) | undefined): Facts =>
  row ? { version: String(row.version), ...priceOf(row) } : { version: '0' }
