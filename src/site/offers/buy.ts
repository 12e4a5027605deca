import type { ChargeRule } from '#contract/instances.ts'
import { paths } from '#src/paths.ts'
import { loginPath } from '#src/session/login-path.ts'

export interface Wanted {
  product_id: string
  charge_rule?: ChargeRule
  gpu_num?: number
}

/** spec §4: a buy button does nothing while no card is idle. */
export const canBuy = ({ gpu_idles }: { gpu_idles: number }): boolean => gpu_idles > 0

/** Where buying goes: to the order page, or for a visitor to the login dialog that carries it (spec §4). */
export function buyPath(wanted: Wanted, signed_in: boolean): string {
  const target = paths.create_instance(wanted)
  return signed_in ? target : loginPath(target)
}
