import type { ChargeRule } from '#contract/instances.ts'
import { nearestFen } from '#src/features/wallet/amounts.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'

/** What an hour costs while it runs, or what it comes to for a package. */
export const PriceHour = ({ of: { charge_rule, price_hour } }: { of: { charge_rule: ChargeRule; price_hour: string } }) => (
  <Yuan amount={nearestFen(price_hour)} unit={charge_rule === 'hour' ? '/小时' : '/小时（折合）'} />
)
