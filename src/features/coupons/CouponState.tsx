import { coupon_states, type CouponState as State } from '#contract/coupons.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Tone } from '#src/ui/status-looks.ts'
import { Tag } from '#src/ui/Tag.tsx'

const looks: Record<State, { tone: Tone; icon: IconName }> = {
  usable: { tone: 'success', icon: 'check' },
  used_up: { tone: 'neutral', icon: 'receipt' },
  expired: { tone: 'neutral', icon: 'close' },
  not_yet: { tone: 'warning', icon: 'clock' },
}

export const CouponState = ({ state }: { state: State }) => (
  <Tag tone={looks[state].tone} icon={looks[state].icon}>
    {coupon_states[state]}
  </Tag>
)
