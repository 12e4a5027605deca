import { coupon_states, type CouponState as State } from '#contract/coupons.ts'
import { type Looks, TagOf } from '#src/ui/StateTag.tsx'

export const coupon_looks: Looks<State> = {
  usable: { tone: 'success', icon: 'check' },
  used_up: { tone: 'neutral', icon: 'receipt' },
  expired: { tone: 'neutral', icon: 'close' },
  not_yet: { tone: 'warning', icon: 'clock' },
}

export const CouponState = ({ state }: { state: State }) => <TagOf state={state} looks={coupon_looks} words={coupon_states} />
