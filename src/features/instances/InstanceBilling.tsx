import type { ExpiryPolicyName } from '#contract/expiry.ts'
import { chargeRules, type Instance } from '#contract/instances.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { computeCurrentHourPrice } from './instance-text.ts'
import { TwoLines } from './TwoLines.tsx'

/** Short labels of the expiry policies, for a table column. */
const expiryLabels: Record<ExpiryPolicyName, string> = { stop: '到期关机', renew: '自动续费', hour: '转按量' }

/** Billing of an instance: per second at an hourly price, or prepaid until a date. */
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
