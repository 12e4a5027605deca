import type { ExpiryPolicyName } from '#contract/expiry.ts'
import { chargeRules, type Instance } from '#contract/instances.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './InstanceBilling.module.css'
import { computeCurrentHourPrice } from './instance-text.ts'
import { TwoLines } from './TwoLines.tsx'

/** Short labels of the expiry policies, for a table column. */
const expiryLabels: Record<ExpiryPolicyName, string> = { stop: '到期关机', renew: '自动续费', hour: '转按量' }

const [hourMs, dayMs] = [3_600_000, 86_400_000]

/** Formats what happens when, rounded down: `2 天后到期关机`; a time that has passed is named as such. */
function formatExpiry(leftMs: number, policy: ExpiryPolicyName): string {
  if (leftMs <= 0) return '已到期'
  if (leftMs < hourMs) return `1 小时内${expiryLabels[policy]}`
  const left = leftMs < dayMs ? `${Math.floor(leftMs / hourMs)} 小时` : `${Math.floor(leftMs / dayMs)} 天`
  return `${left}后${expiryLabels[policy]}`
}

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
  const leftMs = expireAt ? Date.parse(expireAt) - getServerNow() : 0
  return (
    <TwoLines
      below={
        expireAt ? (
          <span
            className={styles.expiry}
            data-soon={leftMs < dayMs && expiryPolicy === 'stop'}
            title={`${formatTime(expireAt)} ${expiryLabels[expiryPolicy]}`}
          >
            {formatExpiry(leftMs, expiryPolicy)}
          </span>
        ) : (
          <YuanAmount amount={computeCurrentHourPrice({ gpu_mode: gpuMode, price_hour: priceHour })} unit="/小时" />
        )
      }
    >
      {chargeRules[chargeRule]}
    </TwoLines>
  )
}
