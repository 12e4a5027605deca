import type { Product } from '#contract/products.ts'
import { paths } from '#src/paths.ts'
import { compareByAvailability } from './offer.ts'

export interface FleetTotals {
  free: number
  models: number
  /** Lowest price per card and hour among rentable offers, in yuan. */
  cheapest: string | undefined
  cheapestModel: string | undefined
}

/** The market with this model alone. */
export const buildModelPath = (model: string): string => `${paths.market}?gpu_model=${encodeURIComponent(model)}`

/** The whole market in three figures; the home list alone would omit models (requirements §7). */
export function computeMarketFigures(market: readonly Product[]): FleetTotals {
  const [first] = [...market].sort(compareByAvailability).filter(({ gpu_idles: gpuIdles }) => gpuIdles > 0)
  return {
    free: market.reduce((sum, { gpu_free: gpuFree }) => sum + gpuFree, 0),
    models: new Set(market.map(({ gpu_model: gpuModel }) => gpuModel)).size,
    cheapest: first?.price.hour,
    cheapestModel: first?.gpu_model,
  }
}
