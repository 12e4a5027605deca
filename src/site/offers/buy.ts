import type { ChargeRule } from '#contract/instances.ts'
import { paths } from '#src/paths.ts'
import { getLoginPath } from '#src/session/login-path.ts'

export interface OfferSelection {
  product_id: string
  charge_rule?: ChargeRule
  gpu_num?: number
}

/** requirements §4: a buy button does nothing while no card is idle. */
export const canBuyProduct = ({ gpu_idles: gpuIdles }: { gpu_idles: number }): boolean => gpuIdles > 0

/** Destination of a purchase: the order page, or for a visitor the login dialog that leads to it (requirements §4). */
export function buildBuyPath(wanted: OfferSelection, signedIn: boolean): string {
  const target = paths.createInstance(wanted)
  return signedIn ? target : getLoginPath(target)
}
