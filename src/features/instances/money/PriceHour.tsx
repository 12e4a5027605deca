import type { ChargeRule } from '#contract/instances.ts'
import { roundToFen } from '#src/features/wallet/shared.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

/** What an hour costs while it runs, or what it comes to for a package. */
export const PriceHour = ({
  of: { charge_rule: chargeRule, price_hour: priceHour },
}: {
  of: { charge_rule: ChargeRule; price_hour: string }
}) => <YuanAmount amount={roundToFen(priceHour)} unit={chargeRule === 'hour' ? '/小时' : '/小时（折合）'} />
