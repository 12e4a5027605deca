import { type RechargeStatus, recharge_statuses } from '#contract/wallet.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Tone } from '#src/ui/status-looks.ts'
import { Tag } from '#src/ui/Tag.tsx'

const looks: Record<RechargeStatus, { icon: IconName; tone: Tone }> = {
  pending: { icon: 'clock', tone: 'warning' },
  paid: { icon: 'check', tone: 'success' },
  closed: { icon: 'close', tone: 'neutral' },
}

/** The state of a recharge: icon, word and colour. */
export function RechargeStatusTag({ status }: { status: RechargeStatus }) {
  return (
    <Tag icon={looks[status].icon} tone={looks[status].tone}>
      {recharge_statuses[status]}
    </Tag>
  )
}
