import type { ExpiryPolicyName } from '#contract/expiry.ts'
import { chargeRules, type Instance } from '#contract/instances.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { computeCurrentHourPrice } from './instance-text.ts'
import { TwoLines } from './TwoLines.tsx'

/** What happens at the end, as short as a column. */
const expiryLabels: Record<ExpiryPolicyName, string> = { stop: '到期关机', renew: '自动续费', hour: '转按量' }

/** How it is paid for: by the second at a price per hour, or until a day that is paid for. */
export function InstanceBilling({
  instance: {
    charge_rule: chargeRule,
    price_hour: priceHour,
    gpu_mode: gpuMode,
    expire_at: expireAt,
    expiry_policy: expiryPolicy,
  },
}: {
  instance: Instance
}) {
  return (
    <TwoLines
      below={
        expireAt ? (
          `${formatTime(expireAt).slice(5)} ${expiryLabels[expiryPolicy]}`
        ) : (
          <YuanAmount amount={computeCurrentHourPrice({ gpu_mode: gpuMode, price_hour: priceHour })} unit="/小时" />
        )
      }
    >
      {chargeRules[chargeRule]}
    </TwoLines>
  )
}
