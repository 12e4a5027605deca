import type { ExpiryPolicyName } from '#contract/expiry.ts'
import { charge_rules, type Instance } from '#contract/instances.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import { hourNow } from './instance-text.ts'
import { TwoLines } from './TwoLines.tsx'

/** What happens at the end, as short as a column. */
const expiry_words: Record<ExpiryPolicyName, string> = { stop: '到期关机', renew: '自动续费', hour: '转按量' }

/** How it is paid for: by the second at a price per hour, or until a day that is paid for. */
export function Charge({ instance: { charge_rule, price_hour, gpu_mode, expire_at, expiry_policy } }: { instance: Instance }) {
  return (
    <TwoLines
      below={
        expire_at ? (
          `${formatTime(expire_at).slice(5)} ${expiry_words[expiry_policy]}`
        ) : (
          <Yuan amount={hourNow({ gpu_mode, price_hour })} unit="/小时" />
        )
      }
    >
      {charge_rules[charge_rule]}
    </TwoLines>
  )
}
