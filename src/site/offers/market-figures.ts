import type { Product } from '#contract/products.ts'
import { byUse } from './offer.ts'

export interface FleetFigures {
  free: number
  models: number
  /** Lowest price per card and hour of what can be rented now, yuan. */
  cheapest: string | undefined
  cheapest_model: string | undefined
}

/** The whole market in three figures; the home list alone would leave models out (spec §7). */
export function figuresOf(market: readonly Product[]): FleetFigures {
  const [first] = [...market].sort(byUse).filter(({ gpu_idles }) => gpu_idles > 0)
  return {
    free: market.reduce((sum, { gpu_free }) => sum + gpu_free, 0),
    models: new Set(market.map(({ gpu_model }) => gpu_model)).size,
    cheapest: first?.price.hour,
    cheapest_model: first?.gpu_model,
  }
}
