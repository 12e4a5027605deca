import { limits } from '#contract/limits.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'

type Priced = Pick<InstanceRow, 'charge_rule' | 'gpu_mode' | 'price_micro'>

/**
 * Returns the metered price of an instance in its `gpu_mode`, in micro-yuan per hour: 0 for a package, which is already paid.
 * Without a GPU the price is flat, data disk and image included (product §4, §7).
 */
export function computeMeteredMicro(row: Priced): bigint {
  if (row.charge_rule !== 'hour') return 0n
  return row.gpu_mode === 'none' ? BigInt(limits.noGpuPriceMicro) : row.price_micro
}

/** Returns the row with its metered price and the image part of it, as a segment stores them. */
export function toMeteredRow<Row extends Priced & Pick<InstanceRow, 'image_price_micro' | 'image_version_id'>>(row: Row): Row {
  const priceMicro = computeMeteredMicro(row)
  return row.gpu_mode === 'none'
    ? { ...row, price_micro: priceMicro, image_price_micro: 0n, image_version_id: null }
    : { ...row, price_micro: priceMicro }
}
