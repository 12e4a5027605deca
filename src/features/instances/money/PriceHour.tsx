import type { ChargeRule } from '#contract/instances.ts'
import { roundToFen } from '#src/features/wallet/shared.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

/** Price of a running hour, or the hourly equivalent of a package. */
export const PriceHour = ({
  of: { charge_rule: chargeRule, price_hour: priceHour },
}: {
  of: { charge_rule: ChargeRule; price_hour: string }
}) => <YuanAmount amount={roundToFen(priceHour)} unit={chargeRule === 'hour' ? '/小时' : '/小时（折合）'} />
